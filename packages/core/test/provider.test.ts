// Verifies provider.namespace-identifier, provider.safe-names, provider.collisions,
// provider.exceptions-mapped, provider.json-results, provider.types-generated,
// provider.types-supplied, provider.name-maps, provider.input-validated,
// provider.output-validated, provider.validation-message, provider.no-secret-leak,
// provider.validator-once.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ExecuteFailure, isExecuteFailure } from "../src/errors.js";
import { resolveProvider } from "../src/provider/resolve-provider.js";
import type { ToolDescriptor, ToolProvider } from "../src/provider/tool-provider.js";
import type { ExecuteErrorCode, ResolvedToolProvider, ToolExecutionContext } from "../src/types.js";

const noop = (): null => null;

function contextWith(signal: AbortSignal = new AbortController().signal): ToolExecutionContext {
  return { signal, providerName: "p", safeToolName: "t", originalToolName: "t" };
}

function call(tool: ToolDescriptor, input?: unknown, signal?: AbortSignal): Promise<unknown> {
  const provider = resolveProvider({ name: "p", tools: { t: tool } });
  return provider.tools["t"]?.execute(input, contextWith(signal)) ?? Promise.reject();
}

async function failure(
  promise: Promise<unknown>,
): Promise<{ code: ExecuteErrorCode; message: string }> {
  const thrown = await promise.then(
    () => assert.fail("expected a failure"),
    (error: unknown) => error,
  );
  assert.ok(isExecuteFailure(thrown), String(thrown));
  assert.equal(thrown.cause, undefined);
  return { code: thrown.code, message: thrown.message };
}

test("a provider without a name is called codemode", () => {
  assert.equal(resolveProvider({ tools: {} }).name, "codemode");
});

test("both name maps lead from one name to the other", () => {
  const provider = resolveProvider({
    tools: {
      "a-b": { execute: noop },
      "a.b": { execute: noop },
      a_b: { execute: noop },
      ok: { execute: noop },
    },
  });
  assert.deepEqual(
    { ...provider.originalToSafeName },
    { "a-b": "a_b", "a.b": "a_b__2", a_b: "a_b__3", ok: "ok" },
  );
  assert.deepEqual(
    { ...provider.safeToOriginalName },
    { a_b: "a-b", a_b__2: "a.b", a_b__3: "a_b", ok: "ok" },
  );
  assert.equal(provider.tools["a_b__2"]?.originalName, "a.b");
  assert.equal(provider.tools["a_b__2"]?.safeName, "a_b__2");
});

test("a suffix never meets a name that looks like one", () => {
  const names = (given: string[]): string[] => {
    const tools = Object.fromEntries(given.map((name) => [name, { execute: noop }]));
    return Object.values(resolveProvider({ tools }).originalToSafeName);
  };
  assert.deepEqual(names(["a", "a__2", "a "]), ["a", "a__2", "a_"]);
  assert.deepEqual(names(["a-", "a__2", "a.", "a_"]), ["a_", "a__2", "a___2", "a___3"]);
  assert.deepEqual(names(["x-y", "x_y__2", "x.y"]), ["x_y", "x_y__2", "x_y__3"]);
});

test("names that every object inherits are names like others", async () => {
  const tools = JSON.parse('{"__proto__":{},"constructor":{},"toString":{},"then":{}}');
  for (const key of Object.keys(tools)) tools[key] = { execute: () => key };
  Object.defineProperty(tools, "__proto__", {
    value: { execute: () => "__proto__" },
    enumerable: true,
  });
  const provider = resolveProvider({ tools });
  assert.deepEqual(Object.keys(provider.tools), [
    "__proto___",
    "constructor_",
    "toString_",
    "then_",
  ]);
  assert.equal(Object.getPrototypeOf(provider.originalToSafeName), null);
  assert.equal(Object.entries(provider.originalToSafeName)[0]?.join(), "__proto__,__proto___");
  assert.equal(provider.safeToOriginalName["toString"], undefined);
  assert.equal(await provider.tools["__proto___"]?.execute({}, contextWith()), "__proto__");
  // A namespace is no thenable: awaiting it must not call a tool.
  assert.equal("then" in provider.tools, false);
});

test("mistakes of the host name the key and the remedy", () => {
  const tool = { execute: noop };
  const mistakes: [unknown, string | RegExp][] = [
    [null, "provider must be an object, got null"],
    [{ tools: {}, nam: "x" }, "provider.nam is not an option; the options are name, tools, types"],
    [
      { name: "my-tools", tools: {} },
      'provider.name "my-tools" is not a JavaScript identifier; "my_tools" would do',
    ],
    [{ name: "class", tools: {} }, 'provider.name "class" is a reserved word; "class_" would do'],
    [
      { name: "console", tools: {} },
      'provider.name "console" would hide a global that guest code relies on; "console_" would do',
    ],
    [{ name: 7, tools: {} }, "provider.name must be a string, got number"],
    [{}, "provider.tools must be an object, got a value of type undefined"],
    [{ tools: [] }, "provider.tools must be an object, got an array"],
    [{ tools: new Map() }, "provider.tools must be an object, got a Map; use Object.fromEntries"],
    [{ tools: {}, types: 1 }, "provider.types must be a string, got 1"],
    [
      { tools: { search: noop } },
      "provider.tools.search must be an object, got a value of type function",
    ],
    [
      { tools: { search: { execute: "nope" } } },
      'provider.tools.search.execute must be a function, got "nope"',
    ],
    [
      { tools: { "a b": {} } },
      'provider.tools["a b"].execute must be a function, got a value of type undefined',
    ],
    [
      { tools: { search: { ...tool, descripton: "x" } } },
      /^provider.tools.search.descripton is not an option/,
    ],
    [
      { tools: { search: { ...tool, description: 1 } } },
      "provider.tools.search.description must be a string, got 1",
    ],
    [
      { tools: { search: { ...tool, inputSchema: 1 } } },
      "provider.tools.search.inputSchema must be a JSON Schema, a Zod schema or shape, or a Standard Schema, got 1",
    ],
    [
      { tools: { search: { ...tool, outputSchema: { type: "strng" } } } },
      /^provider.tools.search.outputSchema.type must be one or more of/,
    ],
    [
      { tools: { search: { ...tool, annotations: [] } } },
      "provider.tools.search.annotations must be an object, got an array",
    ],
    [
      { tools: { search: { ...tool, annotations: { readOnlyHint: 1 } } } },
      "provider.tools.search.annotations.readOnlyHint must be true or false, got 1",
    ],
  ];
  for (const [provider, message] of mistakes) {
    assert.throws(() => resolveProvider(provider as ToolProvider), { name: "TypeError", message });
  }
});

test("the input is validated before the tool runs", async () => {
  let calls = 0;
  const tool: ToolDescriptor = {
    inputSchema: {
      type: "object",
      properties: {
        title: { type: "string" },
        labels: { type: "array", items: { enum: ["bug", "feature"] } },
      },
      required: ["title"],
      additionalProperties: false,
    },
    execute: () => ++calls,
  };
  assert.deepEqual(
    await failure(call(tool, { title: 1, labels: ["bug", "feature", "x"], titel: "t" })),
    {
      code: "validation_error",
      message:
        "Invalid input for p.t: title: expected string, got number; " +
        'labels[2]: expected one of "bug", "feature"; unexpected field "titel" (allowed: title, labels)',
    },
  );
  assert.equal(calls, 0);
  assert.equal(await call(tool, { title: "x" }), 1);
});

test("a call without input is a call with {} where the schema is for objects", async () => {
  const echo = (input: unknown): unknown => input;
  const optional = { type: "object", properties: { limit: { type: "number" } } };
  assert.deepEqual(await call({ inputSchema: optional, execute: echo }), {});
  assert.deepEqual(await call({ inputSchema: true, execute: echo }), {});
  assert.equal(await call({ execute: echo }), undefined);
  const strict = { ...optional, required: ["limit"] };
  assert.deepEqual(
    (await failure(call({ inputSchema: strict, execute: echo }))).message,
    "Invalid input for p.t: limit: missing, expected number",
  );
  const text = { type: "string" };
  assert.deepEqual(
    (await failure(call({ inputSchema: text, execute: echo }))).message,
    "Invalid input for p.t: expected string, got nothing",
  );
});

test("the output is validated, and its values stay on the host", async () => {
  const outputSchema = {
    type: "object",
    properties: { id: { type: "integer" } },
    required: ["id"],
  };
  assert.deepEqual(await failure(call({ outputSchema, execute: async () => ({ id: "secret" }) })), {
    code: "validation_error",
    message: "Invalid output from p.t: id: expected integer, got string",
  });
  assert.deepEqual(await call({ outputSchema, execute: () => ({ id: 1, more: true }) }), {
    id: 1,
    more: true,
  });
  assert.equal((await failure(call({ outputSchema, execute: noop }))).code, "validation_error");
});

test("results are JSON or nothing, and the path of what is not is named", async () => {
  const items = [{}, {}, {}, { when: new Date() }];
  assert.deepEqual(await failure(call({ execute: () => ({ items }) })), {
    code: "serialization_error",
    message: "p.t: result.items[3].when is an instance of Date; send a plain object",
  });
  const outputSchema = { type: "object", properties: { when: { type: "string" } } };
  const date = await failure(call({ outputSchema, execute: () => ({ when: new Date() }) }));
  assert.equal(date.code, "serialization_error");
  for (const value of [1n, Symbol("x"), noop, Number.NaN, new Map()]) {
    assert.equal((await failure(call({ execute: () => value }))).code, "serialization_error");
  }
  for (const value of [undefined, null, 0, "", [], { a: undefined }]) {
    assert.deepEqual(await call({ execute: () => value }), value);
  }
});

test("of a host error the message crosses and nothing else", async () => {
  const error = Object.assign(new Error("No such repository", { cause: "the password" }), {
    token: "secret",
  });
  const thrown = await failure(call({ execute: () => Promise.reject(error) }));
  assert.deepEqual(thrown, { code: "tool_error", message: "No such repository" });
  assert.deepEqual(
    await failure(
      call({
        execute: () => {
          throw error;
        },
      }),
    ),
    thrown,
  );
});

test("whatever a tool throws, the guest gets a tool_error with a sentence", async () => {
  const hostile = {
    get message(): string {
      throw new Error("never");
    },
  };
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  const cases: [unknown, string | RegExp][] = [
    ["plain text", "plain text"],
    [undefined, "undefined"],
    [null, "null"],
    [7, "7"],
    [Symbol("s"), "Symbol(s)"],
    [{}, "p.t failed without a message"],
    [new Error(""), /Error|p.t failed/],
    [{ message: "shaped like one", code: "timeout" }, "shaped like one"],
    [{ message: { nested: true } }, "p.t failed without a message"],
    [hostile, "unknown error"],
    [revoked.proxy, "unknown error"],
  ];
  for (const [thrown, message] of cases) {
    const got = await failure(
      call({
        execute: () => {
          throw thrown;
        },
      }),
    );
    assert.equal(got.code, "tool_error");
    if (typeof message === "string") assert.equal(got.message, message);
    else assert.match(got.message, message);
  }
  const long = await failure(
    call({
      execute: () => {
        throw new Error("x".repeat(100_000));
      },
    }),
  );
  assert.equal(long.message.length, 4_000);
});

test("an ExecuteFailure keeps its code, a look-alike does not", async () => {
  const real = new ExecuteFailure("validation_error", "No such user");
  assert.deepEqual(await failure(call({ execute: () => Promise.reject(real) })), {
    code: "validation_error",
    message: "No such user",
  });
  const fake = Object.assign(new Error("fake"), { name: "ExecuteFailure", code: "timeout" });
  assert.deepEqual(await failure(call({ execute: () => Promise.reject(fake) })), {
    code: "tool_error",
    message: "fake",
  });
});

test("what fails because the run ended is a timeout", async () => {
  const controller = new AbortController();
  const waiting = call(
    {
      execute: (_input, { signal }) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener("abort", () => reject(signal.reason)),
        ),
    },
    {},
    controller.signal,
  );
  setImmediate(() => controller.abort());
  assert.deepEqual(await failure(waiting), { code: "timeout", message: "Execution cancelled" });
  let calls = 0;
  assert.equal(
    (await failure(call({ execute: () => ++calls }, {}, controller.signal))).code,
    "timeout",
  );
  assert.equal(calls, 0);
  const own = new DOMException("The tool gave up", "AbortError");
  assert.deepEqual(await failure(call({ execute: () => Promise.reject(own) })), {
    code: "tool_error",
    message: "The tool gave up",
  });
});

test("a tool is called as a method of its descriptor, with its context", async () => {
  const tool = {
    execute(this: unknown, input: unknown, context: ToolExecutionContext) {
      assert.equal(this, tool);
      return [input, context.originalToolName];
    },
  };
  assert.deepEqual(await call(tool, 1), [1, "t"]);
});

test("descriptions, annotations and types are carried along", () => {
  const provider = resolveProvider({
    name: "files",
    tools: {
      read: {
        description: "Reads.",
        annotations: { title: "Read", readOnlyHint: true },
        execute: noop,
      },
    },
  });
  assert.equal(provider.tools["read"]?.description, "Reads.");
  assert.deepEqual(provider.tools["read"]?.annotations, { title: "Read", readOnlyHint: true });
  assert.equal(
    provider.types,
    "declare namespace files {\n  /** Reads. */\n  function read(input?: unknown): Promise<unknown>;\n}",
  );
  assert.equal(provider.types, provider.types);
  assert.equal(
    resolveProvider({ tools: {}, types: "declare const x: 1;" }).types,
    "declare const x: 1;",
  );
});

test("a resolved provider cannot be changed", () => {
  const provider: ResolvedToolProvider = resolveProvider({ tools: { a: { execute: noop } } });
  assert.throws(() => {
    provider.name = "other";
  }, TypeError);
  assert.throws(() => {
    delete provider.tools["a"];
  }, TypeError);
  assert.throws(() => {
    provider.originalToSafeName["a"] = "b";
  }, TypeError);
});

test("a thousand tools of one name are named in linear time", () => {
  const tools = Object.fromEntries(
    Array.from({ length: 5_000 }, (_, index) => [" ".repeat(index + 1), { execute: noop }]),
  );
  assert.equal(Object.keys(resolveProvider({ tools }).tools).at(-1), "___5000");
});

test("a tool may say what type its input has", async () => {
  const provider = resolveProvider({
    tools: {
      greet: {
        inputSchema: {
          type: "object",
          properties: { name: { type: "string" } },
          required: ["name"],
        },
        execute: ({ name }: { name: string }) => `Hello, ${name}`,
      },
    },
  });
  assert.equal(
    await provider.tools["greet"]?.execute({ name: "Ann" }, contextWith()),
    "Hello, Ann",
  );
});

test("a schema is compiled for the first call and never read again", async () => {
  let reads = 0;
  const inputSchema = new Proxy(
    { type: "object", properties: { a: { type: "number" } }, required: ["a"] },
    {
      get(target, key, receiver) {
        reads++;
        return Reflect.get(target, key, receiver);
      },
    },
  );
  const { tools } = resolveProvider({
    name: "once",
    tools: { t: { inputSchema, execute: () => 1 } },
  });
  const context = {
    signal: new AbortController().signal,
    providerName: "once",
    safeToolName: "t",
    originalToolName: "t",
  };
  await tools["t"]?.execute({ a: 1 }, context);
  reads = 0;
  for (let call = 0; call < 10; call++) await tools["t"]?.execute({ a: call }, context);
  await assert.rejects(async () => tools["t"]?.execute({ a: "x" }, context));
  assert.equal(reads, 0);
});
