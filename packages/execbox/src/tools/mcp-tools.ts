import { messageOf, type ResolvedToolProvider } from "@execbox/core";
import { CommandError, EXIT, type Io } from "../cli/command.js";
import { optional } from "../cli/optional.js";
import { readTextFile } from "../run/program.js";

/** The tools of MCP servers while they are connected; whoever has them closes them. */
export interface McpTools {
  readonly providers: readonly ResolvedToolProvider[];
  close(): Promise<void>;
}

/** Connects to the servers of an `mcp.json`, each a provider of its own name; to none without one. */
export async function openMcpTools(file: string | undefined, io: Io): Promise<McpTools> {
  if (file === undefined) return { providers: [], close: async () => {} };
  const { McpFleet, readMcpConfig } = await optional("@execbox/mcp", () => import("@execbox/mcp"));
  const text = await readTextFile(file);
  let config: ReturnType<typeof readMcpConfig>;
  try {
    config = readMcpConfig(text, io.env);
  } catch (error) {
    throw new CommandError(`${file}: ${messageOf(error)}`, EXIT.badInput);
  }
  for (const line of config.skipped) io.err.line(`skipped ${line}`);
  const fleet = new McpFleet(config.servers);
  await fleet.settled();
  const lost = fleet.upstreams.filter(({ trouble }) => trouble !== undefined);
  if (lost.length > 0) {
    await fleet.close();
    const troubles = lost.map(({ name, trouble }) => `${name}: ${trouble}`).join("; ");
    throw new CommandError(`cannot use ${file}: ${troubles}`, EXIT.unavailable);
  }
  return { providers: fleet.providers, close: () => fleet.close() };
}
