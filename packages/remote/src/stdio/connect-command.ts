import { type SpawnOptions, spawn } from "node:child_process";
import { assertKnownKeys, assertRecord, describe } from "@execbox/core";
import { StdioTransport } from "@execbox/placement";
import type { HostTransport } from "@execbox/protocol";

/** How a command is started. */
export type ConnectCommandOptions = Pick<
  SpawnOptions,
  "cwd" | "env" | "uid" | "gid" | "argv0" | "shell" | "windowsHide"
>;

const OPTIONS: readonly (keyof ConnectCommandOptions)[] = [
  "cwd",
  "env",
  "uid",
  "gid",
  "argv0",
  "shell",
  "windowsHide",
];

/**
 * Starts a command that speaks one JSON message a line on stdin and stdout, and makes it the
 * channel of one execution. It gets no environment but `PATH` unless one is given; what it wrote
 * to stderr is in the error when it dies.
 *
 * @example
 * const connectTransport = () => connectCommand(["ssh", "host", "execbox", "runner"]);
 */
export function connectCommand(
  command: readonly [string, ...string[]],
  options: ConnectCommandOptions = {},
): HostTransport {
  if (!Array.isArray(command) || command.length === 0) {
    throw new TypeError(
      `command must be an array such as ["execbox", "runner"], got ${describe(command)}`,
    );
  }
  assertRecord("options", options);
  assertKnownKeys("options", options, OPTIONS);
  const [program, ...args] = command;
  const { PATH = "" } = process.env;
  return new StdioTransport(
    spawn(program, args, { env: { PATH }, ...options, stdio: ["pipe", "pipe", "pipe"] }),
  );
}
