import assert from "node:assert/strict";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { resolveProvider } from "../src/provider/resolve-provider.js";
import type { ToolProvider } from "../src/provider/tool-provider.js";
import { compileSchema } from "../src/schema/compile-schema.js";
import type { JsonSchema } from "../src/types.js";

// Times on a busy machine prove nothing, so these are printed, and the assertions compare.

const TEN_FIELDS: JsonSchema = {
  type: "object",
  properties: {
    owner: { type: "string", minLength: 1 },
    repo: { type: "string", pattern: "^[\\w.-]+$" },
    title: { type: "string", maxLength: 256, description: "Title" },
    body: { type: "string" },
    labels: { type: "array", items: { enum: ["bug", "feature", "docs"] }, uniqueItems: true },
    assignees: { type: "array", items: { type: "string" }, maxItems: 10 },
    milestone: { type: ["integer", "null"], minimum: 1 },
    draft: { type: "boolean", default: false },
    priority: { enum: ["low", "high"] },
    meta: { type: "object", additionalProperties: { type: "string" } },
  },
  required: ["owner", "repo", "title"],
  additionalProperties: false,
};

const VALUE = {
  owner: "acme",
  repo: "site",
  title: "It breaks",
  body: "Every time",
  labels: ["bug", "docs"],
  assignees: ["ann", "bob"],
  milestone: 3,
  draft: true,
  priority: "low",
  meta: { source: "web" },
};

function catalogue(size: number): ToolProvider {
  const tools: ToolProvider["tools"] = {};
  for (let index = 0; index < size; index++) {
    tools[`tool-${index}`] = {
      description: `Tool number ${index}`,
      inputSchema: structuredClone(TEN_FIELDS),
      outputSchema: { type: "object", properties: { id: { type: "integer" } }, required: ["id"] },
      execute: () => ({ id: index }),
    };
  }
  return { name: "large", tools };
}

function time(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

test("a catalogue of 1,000 tools resolves once, cheaply", (context) => {
  const provider = catalogue(1_000);
  const cold = time(() => resolveProvider(provider));
  const compiled = time(() => {
    for (const tool of Object.values(provider.tools)) {
      compileSchema(tool.inputSchema as JsonSchema);
    }
  });
  const resolved = resolveProvider(provider);
  const types = time(() => resolved.types);
  const again = time(() => resolved.types);
  context.diagnostic(
    `resolve ${cold.toFixed(1)} ms, compile all ${compiled.toFixed(1)} ms, types ${types.toFixed(1)} ms`,
  );
  assert.ok(cold < 1_000, `${cold} ms`);
  assert.ok(again < types / 10, "types are made once");
});

test("validating ten fields takes microseconds, near Ajv's generated code", (context) => {
  const ours = compileSchema(TEN_FIELDS);
  const theirs = new Ajv2020({ strict: false }).compile(TEN_FIELDS);
  const rounds = 50_000;
  const measure = (judge: () => boolean): number =>
    Math.min(
      ...Array.from({ length: 5 }, () =>
        time(() => {
          for (let round = 0; round < rounds; round++) if (!judge()) assert.fail();
        }),
      ),
    );
  const [own, ajv] = [measure(() => ours.matches(VALUE)), measure(() => theirs(VALUE))];
  const micros = (total: number): string => ((total * 1_000) / rounds).toFixed(2);
  context.diagnostic(`ours ${micros(own)} µs, Ajv ${micros(ajv)} µs`);
  assert.ok(own < 50 * ajv, `ours ${micros(own)} µs, Ajv ${micros(ajv)} µs`);
});
