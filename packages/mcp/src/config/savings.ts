import type { CodeTools } from "../server/code-mode.js";

/** What a model would see with and without the wrapper. */
export interface Savings {
  readonly servers: readonly {
    namespace: string;
    tools: number;
    chars: number;
    trouble: string | undefined;
  }[];
  readonly plain: { tools: number; chars: number };
  readonly wrapped: { tools: number; chars: number };
}

/** Measures the catalogue a client would get from the upstreams beside the wrapper's. */
export async function measureSavings(tools: CodeTools): Promise<Savings> {
  const wrapped = await tools.list();
  const servers = tools.fleet.upstreams.map(({ namespace, tools: own, trouble }) => ({
    namespace,
    tools: own.length,
    chars: charsOf(own),
    trouble,
  }));
  return {
    servers,
    plain: {
      tools: servers.reduce((sum, server) => sum + server.tools, 0),
      chars: servers.reduce((sum, server) => sum + server.chars, 0),
    },
    wrapped: { tools: wrapped.length, chars: charsOf(wrapped) },
  };
}

/** What clients put before a model of each tool: output schemas and hints stay with the client. */
function charsOf(
  tools: readonly { name: string; description?: string; inputSchema?: unknown }[],
): number {
  const shown = tools.map(({ name, description, inputSchema }) => ({
    name,
    description,
    inputSchema,
  }));
  return JSON.stringify(shown).length;
}

/** Tokens, roughly: four characters each. For a real count see `npm run bench:mcp`. */
export function aboutTokens(chars: number): string {
  return `about ${Math.round(chars / 4).toLocaleString("en-US")} tokens`;
}
