// The code blocks of a Markdown text, with what their author says about them.
//
// A comment on the line before a block marks it:
//
//   <!-- code: continues -->              runs after the blocks before it on the page, in one program
//   <!-- code: given runner -->           runs after scripts/docs/given/runner.mjs (.sh for a shell block)
//   <!-- code: guest github -->           is guest code, for the provider of scripts/docs/given/github.mjs
//   <!-- code: prints /result: 42/ -->    what it prints must match
//   <!-- code: serves /listening/ -->     each line is a server: it says so, and ends when it is asked to
//   <!-- code: user -->                   a shell block that a new user runs; the pack test does
//   <!-- code: file tools.ts -->          is a file of that name for the other blocks of the page
//   <!-- code: skip, because … -->        is not run; the reason is for readers of the source
//
// A given file may name a program in a line of its own, "needs NAME": without it the block is skipped.
// Several marks are separated by semicolons.

const MARKS = ["continues", "given", "guest", "prints", "serves", "user", "file", "skip"];
const MARK_STARTS = new RegExp(`; (?=(?:${MARKS.join("|")})\\b)`);

/** Every fenced block of `markdown`: language, code, the 1-based line it begins on, its marks. */
export function codeBlocks(markdown) {
  const blocks = [];
  const lines = markdown.split("\n");
  for (let at = 0; at < lines.length; at++) {
    const open = /^(\s*)(`{3,}|~{3,})\s*([\w-]*)/.exec(lines[at]);
    if (open === null) continue;
    const [, indent, fence, language] = open;
    const from = at + 1;
    do at++;
    while (at < lines.length && !lines[at].startsWith(indent + fence));
    const code = lines
      .slice(from, at)
      .map((line) => line.slice(indent.length))
      .join("\n");
    blocks.push({
      language,
      code: `${code}\n`,
      line: from + 1,
      marks: marksBefore(lines, from - 2),
    });
  }
  return blocks;
}

function marksBefore(lines, at) {
  while (at >= 0 && lines[at].trim() === "") at--;
  const [, text] = /^\s*<!-- code: (.*?) -->\s*$/.exec(lines[at] ?? "") ?? [];
  const marks = new Map();
  for (const mark of text?.split(MARK_STARTS) ?? []) {
    const [, name, value] = /^([a-z]+)(?:,? (.*))?$/.exec(mark) ?? [];
    if (!MARKS.includes(name)) {
      throw new Error(`no such mark of a code block: ${mark}`);
    }
    marks.set(name, value ?? "");
  }
  return marks;
}
