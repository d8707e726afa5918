/** Real Node programs that try what an escaped guest would try, each printing one JSON line. */
import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder with one program in it. */
export function program(source: string): { entry: string; folder: string } {
  const folder = mkdtempSync(join(tmpdir(), "execbox-test-"));
  const entry = join(folder, "program.mjs");
  writeFileSync(entry, source);
  // For those who are not its owner: a container's user, for one.
  chmodSync(folder, 0o755);
  return { entry, folder };
}

/** Tries everything; says for each whether it worked. */
export const INTRUDER = `
import { readFileSync, writeFileSync, readdirSync, readlinkSync } from "node:fs";
import { connect, createServer } from "node:net";
import { spawnSync } from "node:child_process";
const [secret, own] = process.argv.slice(2);
const attempt = (act) => { try { return act() ?? true } catch (error) { return "refused: " + (error.code ?? error.message) } };
const settle = (promise) => promise.then((value) => value, (error) => "refused: " + (error.code ?? error.message));
const report = {
  readSecret: attempt(() => readFileSync(secret, "utf8")),
  readOwn: attempt(() => readFileSync(own, "utf8").length > 0),
  writeOwn: attempt(() => writeFileSync(own, "changed")),
  writeRoot: attempt(() => writeFileSync("/execbox-was-here", "x")),
  writeHome: attempt(() => writeFileSync("/root/execbox-was-here", "x")),
  listEtc: attempt(() => readdirSync("/etc").length),
  processes: attempt(() => readdirSync("/proc").filter((name) => /^[0-9]+$/.test(name)).length),
  environment: Object.keys(process.env),
  descriptors: attempt(() => readdirSync("/proc/self/fd").map((fd) => attempt(() => readlinkSync("/proc/self/fd/" + fd)))),
  spawn: attempt(() => { const { error, status } = spawnSync("/bin/true"); if (error) throw error; return status }),
  // Node's permission model throws where nobody can catch it.
  listen: await settle(new Promise((resolve, reject) => { process.once("uncaughtException", reject); const server = createServer(); server.on("error", reject); server.listen(0, "127.0.0.1", () => { server.close(); resolve(true) }) })),
  connect: await settle(new Promise((resolve, reject) => { const socket = connect(Number(process.argv[4]), "127.0.0.1", () => { socket.destroy(); resolve(true) }); socket.on("error", reject); setTimeout(() => reject(new Error("no answer")), 2000).unref() })),
  status: attempt(() => { const text = readFileSync("/proc/self/status", "utf8"); return { caps: /CapEff:\\s*(\\w+)/.exec(text)[1], noNewPrivs: /NoNewPrivs:\\s*(\\d)/.exec(text)[1], seccomp: /Seccomp:\\s*(\\d)/.exec(text)[1] } }),
};
process.stdout.write(JSON.stringify(report) + "\\n");
`;

/** A runner that takes an execution and then all the memory it can get, outside any engine. */
export const GREEDY = `
import { createInterface } from "node:readline";
const say = (message) => process.stdout.write(JSON.stringify(message) + "\\n");
createInterface({ input: process.stdin }).on("line", (line) => {
  const { type, id } = JSON.parse(line);
  if (type !== "execute") return;
  say({ type: "started", id });
  const held = [];
  setInterval(() => held.push(Buffer.alloc(64 * 1024 * 1024, 1)), 1);
});
say({ type: "ready" });
`;

/** A runner whose engine is to give the code back; with `--quiet` it does not say that it is ready. */
export const SIMPLE_RUNNER = `
import { createInterface } from "node:readline";
const say = (message) => process.stdout.write(JSON.stringify(message) + "\\n");
createInterface({ input: process.stdin }).on("line", (line) => {
  const { type, id, code } = JSON.parse(line);
  if (type !== "execute") return;
  say({ type: "started", id });
  say({ type: "done", id, ok: true, result: code, durationMs: 0, logs: [] });
});
if (!process.argv.includes("--quiet")) say({ type: "ready" });
`;

/** A runner that ends for nobody: not for signals, not when its host is gone. */
export const STUBBORN_RUNNER = `
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP", "SIGPIPE"]) process.on(signal, () => {});
process.stdin.on("error", () => {}).resume();
process.stdout.on("error", () => {});
process.stdout.write(JSON.stringify({ type: "ready" }) + "\\n");
setInterval(() => {}, 1000);
`;
