// Tokens and round trips of some tasks, by plain tool calls and by code mode, over real servers.
// `--save` writes the table into docs/mcp.md; `--check` fails when that table is another.
import { readFileSync, writeFileSync } from "node:fs";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { TASKS } from "./mcp/tasks.mjs";
import { FOLDER, makeFiles, openPlain, openWrapped } from "./mcp/world.mjs";

const PAGE = new URL("../docs/mcp.md", import.meta.url);
const START = "<!-- tokens:start -->";
const END = "<!-- tokens:end -->";

const tokens = (value) => encode(typeof value === "string" ? value : JSON.stringify(value)).length;
const textOf = (content) => content.map(({ text = "" }) => text).join("\n");

makeFiles();
const rows = [];
const large = { plain: await openPlain(), wrapped: await openWrapped() };
const small = { plain: await openPlain(true), wrapped: await openWrapped(true) };
try {
  for (const { title, plain, code, answered, isSmall } of TASKS) {
    const world = isSmall ? small : large;
    rows.push({
      title,
      plain: await perform(plain, world.plain),
      code: await perform(code, world.wrapped, answered),
    });
    makeFiles();
  }
} finally {
  const worlds = [large.plain, large.wrapped, small.plain, small.wrapped];
  await Promise.all(worlds.map((world) => world.close()));
}
const section = render(rows);
console.log(section);
const page = readFileSync(PAGE, "utf8");
const updated = replace(page, section);
if (process.argv.includes("--save")) writeFileSync(PAGE, updated);
if (process.argv.includes("--check") && updated !== page) {
  console.error("docs/mcp.md shows other figures: npm run bench:mcp -- --save");
  process.exitCode = 1;
}

/**
 * Does a task turn by turn. `talk` is what calls and results add to the conversation; `processed`
 * is what the model reads in all, as every turn reads the catalogue and the conversation again.
 */
async function perform(turns, { catalogue, call }, answered) {
  const before = tokens(catalogue);
  let [talk, processed] = [0, before];
  let results = [];
  for (const turn of turns) {
    const calls = turn(results);
    const contents = await Promise.all(calls.map(({ name, input }) => call(name, input)));
    results = contents.map(textOf);
    talk += calls.reduce((sum, { name, input }) => sum + tokens({ name, arguments: input }), 0);
    talk += results.reduce((sum, text) => sum + tokens(text), 0);
    processed += before + talk;
  }
  if (answered !== undefined && !answered.test(results.at(-1))) {
    throw new Error(`the program gave another answer: ${results.at(-1).slice(0, 500)}`);
  }
  return { trips: turns.length, talk, processed };
}

function render(all) {
  const number = (value) => value.toLocaleString("en-US");
  const lines = all.map(({ title, plain: before, code }) => {
    const cells = [
      [before.trips, code.trips],
      [before.talk, code.talk],
      [before.processed, code.processed],
    ].map(
      ([left, right]) =>
        `${number(left)} → ${right < left ? `**${number(right)}**` : number(right)}`,
    );
    return [title, ...cells];
  });
  const sizes = ({ plain, wrapped }) =>
    `${number(tokens(plain.catalogue))} tokens of catalogue before every turn, ${number(tokens(wrapped.catalogue))} with the wrapper`;
  return [
    `${large.plain.catalogue.length} tools of three servers: ${sizes(large)}. Three tools of one: ${sizes(small)}.`,
    "",
    ...table(
      ["task (plain → code mode)", "round trips", "conversation", "read by the model in all"],
      lines,
    ),
  ].join("\n");
}

/** Columns as wide as their widest cell, as the formatter has them. */
function table(head, body) {
  const widths = head.map((_, column) =>
    Math.max(...[head, ...body].map((row) => row[column].length)),
  );
  const line = (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column])).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...body.map(line)];
}

function replace(page, section) {
  const [start, end] = [page.indexOf(START), page.indexOf(END)];
  if (start < 0 || end < start) throw new Error(`docs/mcp.md must hold ${START} and ${END}`);
  const shown = section.replaceAll(FOLDER, "/tmp/execbox-mcp-bench");
  return `${page.slice(0, start + START.length)}\n\n${shown}\n\n${page.slice(end)}`;
}
