// Verifies cli.plain-when-piped.
import assert from "node:assert/strict";
import { test } from "node:test";
import { parseLine } from "../src/cli/flags.js";
import { COMMANDS } from "../src/commands.js";
import { execbox } from "./support.js";

const ESCAPE = "\u001b";

test("the list and each command agree on name and summary", async () => {
  for (const entry of COMMANDS) {
    const command = await entry.load();
    assert.equal(command.name, entry.name);
    assert.equal(command.summary, entry.summary);
    assert.ok(command.examples.length > 0, `${entry.name} has no example`);
  }
});

test("help fits 80 columns, names every flag, and has no colour when piped", async () => {
  for (const { name, load } of COMMANDS) {
    const { out, code } = await execbox([name, "--help"]);
    assert.equal(code, 0);
    assert.ok(!out.includes(ESCAPE));
    for (const line of out.split("\n")) assert.ok(line.length <= 80, `${name}: too wide: ${line}`);
    for (const flag of Object.keys((await load()).flags))
      assert.match(out, new RegExp(`--(no-)?${flag}`));
  }
});

test("every example of the help is a line its command accepts", async () => {
  for (const { name, load } of COMMANDS) {
    const command = await load();
    for (const { command: line } of command.examples) {
      const start = line.indexOf(`execbox ${name}`);
      assert.ok(start >= 0, `${name}: example does not call it: ${line}`);
      const words = [...line.slice(start).matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
        (match) => match[1] ?? match[2] ?? match[3] ?? "",
      );
      const end = words.findIndex((word) => ["|", ">", "<", "&&"].includes(word));
      parseLine(command, words.slice(2, end < 0 ? undefined : end));
    }
  }
});

test("help is reached by every way people try", async () => {
  const { out } = await execbox(["--help"]);
  for (const { name, summary } of COMMANDS) {
    assert.ok(out.includes(name) && out.includes(summary.split(" ")[0]!));
  }
  assert.equal((await execbox(["-h"])).out, out);
  assert.equal((await execbox(["help"])).out, out);
  assert.equal((await execbox(["help", "doctor"])).out, (await execbox(["doctor", "-h"])).out);
});

test("no command at all shows the help on stderr and fails", async () => {
  const { code, out, err } = await execbox([]);
  assert.equal(code, 64);
  assert.equal(out, "");
  assert.match(err, /Commands\n {2}/);
});

test("an unknown command is refused with the one that was meant", async () => {
  const { code, err } = await execbox(["doctr"]);
  assert.equal(code, 64);
  assert.match(err, /there is no command doctr; did you mean doctor\?/);
});

test("the version is the package's", async () => {
  assert.match((await execbox(["--version"])).out, /^\d+\.\d+\.\d+\n$/);
});

test("colour follows the terminal, NO_COLOR and FORCE_COLOR", async () => {
  const coloured = async (tty: boolean, env: NodeJS.ProcessEnv) =>
    (await execbox(["--help"], { tty, env })).out.includes(ESCAPE);
  assert.equal(await coloured(true, {}), true);
  assert.equal(await coloured(true, { NO_COLOR: "1" }), false);
  assert.equal(await coloured(true, { NO_COLOR: "" }), true);
  assert.equal(await coloured(true, { TERM: "dumb" }), false);
  assert.equal(await coloured(true, { FORCE_COLOR: "0" }), false);
  assert.equal(await coloured(false, {}), false);
  assert.equal(await coloured(false, { FORCE_COLOR: "1" }), true);
});
