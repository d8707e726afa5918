import assert from "node:assert/strict";
import { test } from "node:test";
import { Script } from "node:vm";
import { GuestSyntaxError, loadTypeEraser, prepareSnippet } from "../src/index.js";
import { randomOf } from "./support.js";

const eraser = await loadTypeEraser();

/** No newer syntax than Node 20 compiles: acorn knows more than it. */
const JAVASCRIPT_TOKENS =
  "a b c x 0 1 1.5 'q' \"r\" `t` `$\u007b } }` ( ) [ ] { } , , ; ; : . ... ?. ? ?? => = == === != < > <= + - * ** / % ! ~ ++ -- += && || & | ^ << >> " +
  "/re/ /[/]/g // /* */ if(a) else for(;;) for(a\u00a0of\u00a0b) while(a) do return throw try catch finally switch(a){ case default break continue " +
  "let const var function function* async await yield class extends super this new new.target typeof void delete in instanceof of get set static " +
  "import import( export arguments eval null true false undefined #p @ \\u0061 \u2028 \uFEFF <!-- --> ``` ~~~ #! 'use\u00a0strict' a=> (a)=> async(a)=> l: " +
  "({a}) [a]= {a}= (a)= a.b a() a[0]";
const TYPESCRIPT_TOKENS =
  ":number :string <T> <T,U>( as satisfies is keyof infer readonly enum namespace interface type abstract declare public private ! ?: A<B> T[] " +
  "unique asserts extends implements";

function soups(
  seed: number,
  cases: number,
  vocabulary: string,
  check: (text: string) => void,
): void {
  const random = randomOf(seed);
  const tokens = vocabulary.split(" ").map((token) => token.replaceAll("\u00a0", " "));
  for (let i = 0; i < cases; i++) {
    let text = "";
    for (let length = 1 + random(14); length > 0; length--) {
      text += tokens[random(tokens.length)] ?? "";
      text += ["", " ", " ", "\n"][random(4)] ?? "";
    }
    check(text);
  }
}

/** Prepares a text and compiles the result; anything but a complaint of ours is a failure. */
function compiles(text: string, prepare: () => { code: string }): boolean {
  let code: string;
  try {
    ({ code } = prepare());
  } catch (error) {
    assert.ok(error instanceof GuestSyntaxError, `${JSON.stringify(text)} threw ${String(error)}`);
    return false;
  }
  // In brackets, so that a text that closed the wrapper could not hide it.
  assert.doesNotThrow(() => new Script(`[${code}]`), JSON.stringify(text));
  return true;
}

test("20,000 soups of JavaScript", () => {
  let accepted = 0;
  soups(7, 20_000, JAVASCRIPT_TOKENS, (text) => {
    if (compiles(text, () => prepareSnippet(text, { language: "javascript" }))) accepted++;
  });
  // Few soups are programs, but if none were, nothing would have been tested.
  assert.ok(accepted > 500, `${accepted} accepted`);
});

test("5,000 soups of TypeScript", () => {
  let accepted = 0;
  soups(11, 5_000, `${JAVASCRIPT_TOKENS} ${TYPESCRIPT_TOKENS}`, (text) => {
    if (compiles(text, () => prepareSnippet(text, { eraser }))) accepted++;
  });
  assert.ok(accepted > 100, `${accepted} accepted`);
});
