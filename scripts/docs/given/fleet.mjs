// needs nats-server
// A NATS server with two runners, in different regions, and a tool of the host's.
import { spawn } from "node:child_process";
import { setTimeout } from "node:timers/promises";
import { resolveProvider } from "@execbox/core";
import { watchFleet } from "@execbox/nats";

const commands = ["nats-server -a 127.0.0.1 -p 4222"];
for (const region of ["eu", "us"]) {
  commands.push(`execbox runner --nats nats://127.0.0.1:4222 --labels region=${region}`);
}
const children = commands.map((line) => spawn("sh", ["-c", `exec ${line}`], { stdio: "ignore" }));
for (;;) {
  const watch = await watchFleet({ servers: ["nats://127.0.0.1:4222"] }).catch(() => undefined);
  await watch?.ready;
  const found = watch?.runners().length;
  await watch?.close();
  if (found === 2) break;
  await setTimeout(100);
}

export const tools = resolveProvider({
  name: "tools",
  tools: { add: { execute: ({ a, b }) => a + b } },
});

export function close() {
  for (const child of children) child.kill();
}
