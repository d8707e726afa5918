// The help of every command, as a page.
import { Writable } from "node:stream";

/** Markdown with what `execbox COMMAND --help` prints. */
export async function writeCommandReference(root) {
  const from = (path) => import(`${root}packages/execbox/dist/src/${path}.js`);
  const [{ COMMANDS }, { printCommandHelp }, { LiveLine, Terminal }] = await Promise.all(
    ["commands", "cli/help", "cli/terminal"].map(from),
  );
  const parts = ["# Commands", "", "What `execbox COMMAND --help` prints.", ""];
  for (const { name, load } of COMMANDS) {
    let text = "";
    const sink = new Writable({
      decodeStrings: false,
      write(chunk, _encoding, done) {
        text += chunk;
        done();
      },
    });
    printCommandHelp(await load(), new Terminal(sink, {}, new LiveLine()));
    parts.push(`## ${name}`, "", "```text", text.trimEnd(), "```", "");
  }
  return parts.join("\n");
}
