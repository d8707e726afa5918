import assert from "node:assert/strict";
import { test } from "node:test";
import { ExecuteFailure } from "@execbox/core";
import type { ServerConfig } from "../src/index.js";
import { Redactor, secretsOf } from "../src/upstream/secrets.js";

const clean = (config: ServerConfig, text: string) => new Redactor(secretsOf(config)).text(text);

test("secrets are known by their names, their look, and where they stand", () => {
  const secret = "hunter2-hunter2";
  const configs: ServerConfig[] = [
    { command: "x", env: { API_KEY: secret } },
    { command: "x", env: { DB_PASSWORD: secret } },
    { command: "x", args: ["--token", secret] },
    { command: "x", args: [`--api-key=${secret}`] },
    { command: "x", env: { DATABASE_URL: `postgres://me:${secret}@db/x` } },
    { url: `https://me:${secret}@host/mcp` },
    { url: `https://host/mcp?key=${secret}` },
    { url: "https://host/mcp", headers: { Authorization: `Bearer ${secret}` } },
    { url: "https://host/mcp", headers: { "X-Anything": secret } },
  ];
  for (const config of configs) {
    assert.equal(clean(config, `it was ${secret}!`), "it was [redacted]!", JSON.stringify(config));
  }
  for (const key of [
    "ghp_abcdefghijklmnop123",
    "sk-proj-abcdefghij123456",
    "aB3dE5fG7hJ9kL1mN3pQ5rS7",
  ]) {
    assert.equal(clean({ command: "x", env: { NAME: key } }, key), "[redacted]");
  }
});

test("what programs need is left alone", () => {
  const env = {
    PROJECT: "my-gcp-project-prod-123456",
    VERSION: "server-filesystem-2026.8.31",
    HOME_DIR: "/home/me/documents/2026/Reports",
    SSH_KEY_PATH: "/home/me/.ssh/id_ed25519",
    REGION: "europe-west1",
    DEBUG: "true",
  };
  for (const value of Object.values(env)) assert.equal(clean({ command: "x", env }, value), value);
});

test("results lose secrets however deep, and are the same object when there are none", () => {
  const redactor = new Redactor(['line\n"quoted" secret']);
  const result = { content: [{ type: "text", text: 'a line\n"quoted" secret b' }], n: 1 };
  assert.deepEqual(redactor.value(result), {
    content: [{ type: "text", text: "a [redacted] b" }],
    n: 1,
  });
  const harmless = { content: [] };
  assert.equal(redactor.value(harmless), harmless);
  const failure = redactor.failure(new ExecuteFailure("timeout", 'x line\n"quoted" secret'));
  assert.deepEqual([failure.code, failure.message], ["timeout", "x [redacted]"]);
});
