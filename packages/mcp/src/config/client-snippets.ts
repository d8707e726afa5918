/** How a client starts, or reaches, the wrapper. */
export type ClientTarget =
  | { readonly command: string; readonly args: readonly string[] }
  | { readonly url: string; readonly hasToken: boolean };

/** What to put where, for the clients most people have. */
export function clientSnippets(target: ClientTarget, name = "execbox"): string {
  const entry = entryFor(target);
  const shared = JSON.stringify({ mcpServers: { [name]: entry } }, null, 2);
  const vsCode = { type: "url" in target ? "http" : "stdio", ...entry };
  return [
    "Claude Desktop (claude_desktop_config.json), Cursor (.cursor/mcp.json), Windsurf, Cline:",
    "",
    shared,
    "",
    "VS Code (.vscode/mcp.json):",
    "",
    JSON.stringify({ servers: { [name]: vsCode } }, null, 2),
    "",
    "Claude Code:",
    "",
    claudeCode(target, name),
  ].join("\n");
}

function entryFor(target: ClientTarget): object {
  if ("command" in target) return { command: target.command, args: target.args };
  const headers = { Authorization: "Bearer YOUR_TOKEN" };
  return target.hasToken ? { url: target.url, headers } : { url: target.url };
}

function claudeCode(target: ClientTarget, name: string): string {
  if ("command" in target) {
    return `claude mcp add ${name} -- ${[target.command, ...target.args].map(quote).join(" ")}`;
  }
  const header = target.hasToken ? ` --header "Authorization: Bearer YOUR_TOKEN"` : "";
  return `claude mcp add --transport http ${name} ${target.url}${header}`;
}

/** As a shell reads it. */
function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
