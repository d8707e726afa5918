import type { McpTool } from "../upstream/list-tools.js";

/** Decides which tools of which server exist for the model. */
export type ToolFilter = (serverName: string, tool: McpTool) => boolean;

/** The rules of a filter. */
export interface FilterRules {
  /** Globs on `server.tool`; when there are any, only what matches one is offered. */
  allow?: readonly string[];
  /** Globs on `server.tool`; what matches one is not offered, allowed or not. */
  deny?: readonly string[];
  /** Offer only tools that their server annotates with `readOnlyHint: true`. */
  readOnly?: boolean;
}

/**
 * A filter from globs: `*` stands for any characters, `?` for one, and case does not matter. A
 * pattern without a dot is a server: `github` means `github.*`.
 *
 * @example
 * const filter = createToolFilter({ allow: ["github.*"], deny: ["*.delete_*"] });
 */
export function createToolFilter({
  allow = [],
  deny = [],
  readOnly = false,
}: FilterRules): ToolFilter {
  const allowed = allow.map(toPattern);
  const denied = deny.map(toPattern);
  return (serverName, tool) => {
    if (readOnly && tool.annotations?.readOnlyHint !== true) return false;
    const name = `${serverName}.${tool.name}`;
    if (denied.some((pattern) => pattern.test(name))) return false;
    return allowed.length === 0 || allowed.some((pattern) => pattern.test(name));
  };
}

function toPattern(glob: string): RegExp {
  if (glob.trim() === "")
    throw new TypeError('a glob must not be empty; "server.*" matches all tools of a server');
  const whole = glob.includes(".") ? glob : `${glob}.*`;
  // Runs of stars are one star: several would make the expression slow on long names.
  const source = whole
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replace(/\*+/g, "[^]*?")
    .replaceAll("?", "[^]");
  return new RegExp(`^${source}$`, "iu");
}
