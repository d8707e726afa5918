import { advantage, FAILED, formatRatio, formatValue, notesOf, rowsOf } from "./rows.mjs";

const WIDTH = 100;
const LABEL = 24;
const UNIT_HEADS = { "/s": "runs/s" };

/** The results as text of at most 100 columns, with colour when `colour` is set. */
export function renderText(results, colour) {
  const paint = colour ? (code, text) => `\x1b[${code}m${text}\x1b[0m` : (_, text) => text;
  const rows = rowsOf(results);
  const blocks = [
    heading(results),
    renderMedians(results, rows, paint),
    renderRatios(results, rows, paint),
    renderFloors(results),
    renderNotes(results),
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

function heading({ machine, mode, contenders }) {
  const who = contenders
    .filter(({ absent }) => absent === undefined)
    .map(
      (one) =>
        `  ${one.short.padEnd(8)} ${one.name} ${one.version ?? ""} (${one.engine}): ${one.fresh}`,
    );
  return [`${machine.node}, ${machine.cores} × ${machine.cpu}, ${mode} run`, ...who].join("\n");
}

function renderMedians({ contenders }, rows, paint) {
  const head = line(
    "median",
    contenders.map(({ short }) => short),
  );
  const body = rows.map((row) => {
    const best = bestOf(row);
    const cells = contenders.map(({ name }) => {
      const result = row.results[name];
      if (result?.value === undefined) return paint(33, cell(FAILED[result?.failed] ?? ""));
      const text = cell(formatValue(result.value, row.unit));
      return result.value === best ? paint(1, text) : text;
    });
    const unit = UNIT_HEADS[row.unit];
    return label(unit === undefined ? row.title : `${row.title}, /s`) + cells.join("");
  });
  return [paint(1, head), ...body].join("\n");
}

function bestOf({ results, more, aside }) {
  const values = Object.values(results).flatMap(({ value }) =>
    value === undefined ? [] : [value],
  );
  if (aside || values.length === 0) return undefined;
  return more ? Math.max(...values) : Math.min(...values);
}

function renderRatios({ contenders }, rows, paint) {
  const names = new Set(contenders.map(({ name }) => name));
  const peers = contenders.filter(
    ({ beside, absent }) => absent === undefined && names.has(beside),
  );
  if (peers.length === 0) return "";
  const ours = new Map(contenders.map(({ name, short }) => [name, short]));
  const head = [
    paint(
      1,
      line(
        "ours is better by",
        peers.map(({ short }) => short),
      ),
    ),
    line(
      "  ours here being",
      peers.map(({ beside }) => ours.get(beside)),
    ),
  ];
  const body = rows
    .filter(({ aside }) => !aside)
    .map((row) => {
      const cells = peers.map(({ name, beside }) => {
        const ratio = advantage(row, beside, name);
        if (ratio === undefined) return cell("");
        return paint(ratio >= 1 ? 32 : 31, cell(formatRatio(ratio)));
      });
      return label(row.title) + cells.join("");
    });
  return [...head, ...body].join("\n");
}

function renderFloors({ floors }) {
  if (floors.length === 0) return "";
  const lines = floors.map(({ title, ms }) => `  ${title.padEnd(42)} ${formatValue(ms, "ms")}`);
  return ["What the machine itself costs", ...lines].join("\n");
}

function renderNotes(results) {
  const notes = notesOf(results);
  if (notes.length === 0) return "";
  return ["Wrong or impossible", ...notes.map((note) => wrap(note))].join("\n");
}

function wrap(text) {
  const lines = [];
  let current = " ";
  for (const word of text.split(" ")) {
    if (current.length + word.length + 1 > WIDTH) {
      lines.push(current);
      current = "   ";
    }
    current += ` ${word}`;
  }
  return [...lines, current].join("\n");
}

function line(first, cells) {
  return label(first) + cells.map(cell).join("");
}

function label(text) {
  return text.padEnd(LABEL);
}

function cell(text) {
  return ` ${text}`.padStart(7).padEnd(7);
}
