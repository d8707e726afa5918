// Verifies cli.strict-flags.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Call, type Command, type CommandEntry, defineCommand } from "../src/cli/command.js";
import { execbox } from "./support.js";

const seen: Pick<Call, "flags" | "positionals" | "rest">[] = [];

const command = defineCommand({
  name: "probe",
  summary: "Show what was read",
  usage: ["execbox probe [FILE]"],
  about: "A command for tests.",
  positionals: { name: "FILE", about: "A file.", max: 1 },
  flags: {
    json: { type: "boolean", about: "JSON." },
    eval: { type: "string", short: "e", value: "CODE", about: "Code." },
    workers: { type: "number", about: "How many.", default: 2 },
    timeout: { type: "duration", about: "When to stop.", default: "5s" },
    memory: { type: "bytes", about: "How much." },
    tools: { type: "list", value: "FILE", about: "Tools." },
    engine: { type: "string", choices: ["quickjs", "isolated-vm"], about: "Which engine." },
    color: { type: "boolean", default: true, about: "Without colours." },
  },
  examples: [{ command: "execbox probe", about: "Probe" }],
  async run({ flags, positionals, rest }) {
    // The types of the table reach here.
    const workers: number = flags.workers;
    const engine: "quickjs" | "isolated-vm" | undefined = flags.engine;
    assert.ok(workers >= 0 && engine !== undefined ? engine.length > 0 : true);
    seen.push({ flags, positionals, rest });
    return 0;
  },
});

function listed(probe: Command): CommandEntry[] {
  return [{ name: probe.name, summary: probe.summary, load: async () => probe }];
}

async function probe(...args: string[]) {
  const before = seen.length;
  const ran = await execbox(["probe", ...args], { commands: listed(command) });
  return { ...ran, call: seen[before] };
}

test("flags are read by their types, in any order, with = or without", async () => {
  const { call } = await probe(
    ...["--timeout=1.5s", "a.ts", "--memory", "64mb", "-e", "1 + 1", "--workers", "8"],
    ...["--tools", "a.ts", "--tools", "b.ts", "--engine", "quickjs", "--json", "--no-color"],
  );
  assert.deepEqual(call, {
    flags: {
      timeout: 1_500,
      memory: 64 * 1024 * 1024,
      eval: "1 + 1",
      workers: 8,
      tools: ["a.ts", "b.ts"],
      engine: "quickjs",
      json: true,
      color: false,
    },
    positionals: ["a.ts"],
    rest: [],
  });
});

test("defaults fill what was not given", async () => {
  const { call } = await probe();
  assert.deepEqual(call?.flags, {
    json: false,
    workers: 2,
    timeout: 5_000,
    tools: [],
    color: true,
  });
});

const refusals: readonly (readonly [string, readonly string[], RegExp])[] = [
  ["an unknown flag", ["--jason"], /there is no flag --jason; did you mean --json\?/],
  ["an unknown flag like no other", ["--xylophone"], /there is no flag --xylophone\n/],
  ["an unknown letter", ["-x"], /there is no flag -x/],
  ["a missing value", ["--eval"], /--eval needs a value: --eval CODE\n/],
  ["a flag for a value", ["--eval", "--json"], /needs a value.*write --eval=--json if/],
  ["a value for a switch", ["--json=yes"], /--json takes no value, got "yes"/],
  ["a bad number", ["--workers", "1.5"], /--workers needs a whole number, got "1.5"/],
  ["a time without unit", ["--timeout", "5"], /--timeout needs a time with its unit.*got "5"/],
  ["a bad size", ["--memory", "lots"], /--memory needs a size with its unit.*got "lots"/],
  ["a bad choice", ["--engine", "quikjs"], /one of quickjs, isolated-vm.*did you mean quickjs\?/],
  ["a flag given twice", ["-e", "1", "--eval", "2"], /--eval is given twice/],
  ["one argument too many", ["a.ts", "b.ts"], /did not expect "b.ts"/],
  ["a switch that has no other side", ["--no-json"], /there is no flag --no-json/],
];

for (const [what, args, message] of refusals) {
  test(`${what} is refused with exit code 64`, async () => {
    const { code, err, out, call } = await probe(...args);
    assert.equal(code, 64);
    assert.equal(call, undefined, "the command must not run");
    assert.equal(out, "");
    assert.match(err, message);
    assert.match(err, /See execbox probe --help/);
  });
}

test("what follows -- is positional unless the command has a use for it", async () => {
  assert.deepEqual((await probe("--", "--json")).call?.positionals, ["--json"]);
  const withRest = { ...command, rest: { name: "COMMAND", about: "A command." } };
  await execbox(["probe", "--", "node", "--json"], { commands: listed(withRest) });
  assert.deepEqual(seen.at(-1)?.rest, ["node", "--json"]);
});
