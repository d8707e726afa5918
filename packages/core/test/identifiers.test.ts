import assert from "node:assert/strict";
import { test } from "node:test";
import {
  assertNamespaceName,
  assertValidIdentifier,
  isReservedWord,
  isValidIdentifier,
  sanitizeIdentifier,
  sanitizeToolName,
} from "../src/identifiers.js";

test("valid identifiers stay as they are", () => {
  for (const name of [
    "search",
    "_",
    "$",
    "camelCase",
    "snake_case",
    "a1",
    "größe",
    "検索",
    "Map",
  ]) {
    assert.equal(isValidIdentifier(name), true, name);
    assert.equal(sanitizeToolName(name), name);
  }
});

test("everything else becomes a similar ASCII identifier", () => {
  const expected: [string, string][] = [
    ["create-issue", "create_issue"],
    ["repos/list.issues", "repos_list_issues"],
    ["two  words", "two_words"],
    ["1st", "_1st"],
    ["", "_"],
    ["-", "_"],
    ["search!", "search_"],
    ["größe-alt", "groudfe_alt"],
    ["café au lait", "cafe_au_lait"],
    ["文档-検索", "u6587u6863_u691cu7d22"],
    ["🔍", "u1f50d"],
    ["a\u2028b", "a_b"],
    ["a\u200db", "a_b"],
    ["\ud800", "_"],
    ["$" + "{x}", "$_x_"],
  ];
  for (const [given, name] of expected) {
    assert.equal(sanitizeToolName(given), name, JSON.stringify(given));
    assert.equal(isValidIdentifier(name), true, name);
    assert.equal(sanitizeToolName(name), name, "a safe name is left alone");
  }
});

test("the same word is the same name, however its accents are encoded", () => {
  assert.equal(sanitizeToolName("e\u0301t\u00e9"), "\u00e9t\u00e9");
});

test("words that strict code reserves get a suffix", () => {
  for (const word of "delete new class await yield let static implements null true eval arguments".split(
    " ",
  )) {
    assert.equal(isReservedWord(word), true, word);
    assert.equal(isValidIdentifier(word), false, word);
    assert.equal(sanitizeToolName(word), `${word}_`);
    assert.equal(sanitizeIdentifier(word), `${word}_`);
  }
  for (const word of ["async", "of", "get", "undefined", "type"]) {
    assert.equal(isReservedWord(word), false, word);
  }
});

test("tool names that would change the namespace object get a suffix", () => {
  for (const name of "then toJSON __proto__ constructor prototype toString valueOf hasOwnProperty undefined".split(
    " ",
  )) {
    assert.equal(sanitizeToolName(name), `${name}_`);
  }
});

test("namespaces may not hide what guest code relies on", () => {
  for (const name of "console globalThis undefined NaN Infinity Object Promise JSON Math __proto__ structuredClone".split(
    " ",
  )) {
    assert.throws(() => assertNamespaceName(name), {
      name: "TypeError",
      message: `name "${name}" would hide a global that guest code relies on; "${name}_" would do`,
    });
    assertNamespaceName(sanitizeIdentifier(name));
  }
  for (const name of ["github", "browser", "process", "fetch", "Record", "then"])
    assertNamespaceName(name);
});

test("assertValidIdentifier names the remedy", () => {
  assert.doesNotThrow(() => assertValidIdentifier("ok"));
  assert.throws(() => assertValidIdentifier("my-tools", "provider.name"), {
    name: "TypeError",
    message: 'provider.name "my-tools" is not a JavaScript identifier; "my_tools" would do',
  });
  assert.throws(() => assertValidIdentifier("class"), {
    message: 'name "class" is a reserved word; "class_" would do',
  });
  assert.throws(() => assertValidIdentifier(7), { message: "name must be a string, got number" });
});
