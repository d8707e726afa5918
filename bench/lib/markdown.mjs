import { advantage, FAILED, formatRatio, formatSpaced, notesOf, rowsOf } from "./rows.mjs";

const START = "<!-- bench:start -->";
const END = "<!-- bench:end -->";

/** Puts the tables between the page's markers; everything else on the page stays. */
export function replaceSection(page, results) {
  const start = page.indexOf(START);
  const end = page.indexOf(END);
  if (start < 0 || end < start) throw new Error(`the page must hold ${START} and ${END}`);
  const section = renderMarkdown(results);
  return `${page.slice(0, start + START.length)}\n${section}\n${page.slice(end)}`;
}

function renderMarkdown(results) {
  const rows = rowsOf(results);
  const blocks = [
    describeRun(results),
    renderMedians(results, rows),
    "Times better than each peer is ours at the same kind of place; below 1 the peer is ahead:",
    renderRatios(results, rows),
    renderFloors(results),
    renderNotes(results),
  ];
  return blocks.filter((block) => block !== "").join("\n\n");
}

function describeRun({ machine, mode, made }) {
  const when = made.slice(0, 10);
  return `Medians of one ${mode} run, ${when}, Node ${machine.node}, ${machine.cores} × ${machine.cpu}. Made by \`npm run bench -- --save\`.`;
}

function renderMedians({ contenders }, rows) {
  const there = contenders.filter(({ absent }) => absent === undefined);
  const head = there.map(({ name, version, ours }) =>
    ours ? `**${name}**` : `${name} ${version}`,
  );
  const body = rows.map((row) => [
    title(row),
    ...there.map(({ name }) => {
      const result = row.results[name];
      if (result?.value === undefined) return FAILED[result?.failed] ?? "";
      return formatSpaced(result.value, row.unit);
    }),
  ]);
  return table(["", ...head], body);
}

function renderRatios({ contenders }, rows) {
  const names = new Set(contenders.map(({ name }) => name));
  const peers = contenders.filter(
    ({ beside, absent }) => absent === undefined && names.has(beside),
  );
  const head = peers.map(({ name, beside }) => `${name} (${beside})`);
  const body = rows
    .filter(({ aside }) => !aside)
    .map((row) => [
      title(row),
      ...peers.map(({ name, beside }) => {
        const ratio = advantage(row, beside, name);
        return ratio === undefined ? "" : formatRatio(ratio);
      }),
    ]);
  return table(["", ...head], body);
}

function renderFloors({ floors }) {
  if (floors.length === 0) return "";
  const body = floors.map(({ title: name, ms }) => [name, formatSpaced(ms, "ms")]);
  return `What the machine itself costs:\n\n${table(["floor", "median"], body)}`;
}

function renderNotes(results) {
  const notes = notesOf(results);
  if (notes.length === 0) return "";
  return `Wrong or impossible:\n\n${notes.map((note) => `- ${note}`).join("\n")}`;
}

function title({ title: text, unit }) {
  const words = text.trim() === text ? text : `&nbsp;&nbsp;${text.trim()}`;
  return unit === "/s" ? `${words}, runs/s` : words;
}

function table(head, body) {
  const columns = ["---", ...head.slice(1).map(() => "---:")];
  return [head, columns, ...body].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
