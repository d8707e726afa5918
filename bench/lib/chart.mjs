// The chart for the README: plain SVG, one panel per case, bars on a logarithmic scale.
import { formatSpaced, rowsOf } from "./rows.mjs";

const PANELS = ["nothing", "calls-10", "catalogue-1000", "cold"];
const PANEL = { width: 450, top: 34, bar: 16, gap: 5, label: 172, value: 62 };
const MARGIN = 20;
const HEAD = 46;

/** Draws the chart; readable on light and on dark pages. */
export function renderChart(results) {
  const rows = rowsOf(results).filter(({ id }) => PANELS.includes(id));
  const there = results.contenders.filter(({ absent }) => absent === undefined);
  const panels = rows.map((row) => drawPanel(row, there));
  const height = PANEL.top + there.length * (PANEL.bar + PANEL.gap) + 18;
  const width = 2 * PANEL.width + 3 * MARGIN;
  const total = HEAD + Math.ceil(panels.length / 2) * height + MARGIN;
  const placed = panels.map((panel, index) => {
    const x = MARGIN + (index % 2) * (PANEL.width + MARGIN);
    const y = HEAD + Math.floor(index / 2) * height;
    return `<g transform="translate(${x} ${y})">\n${panel}\n</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${total}" width="${width}" height="${total}" role="img" aria-label="Execbox beside its peers: time per run, shorter is better">
<style>
  .page { fill: #ffffff; } text { fill: #1f2328; font: 12px system-ui, sans-serif; }
  .head { font-size: 15px; font-weight: 600; } .name { font-weight: 600; } .dim { fill: #59636e; }
  .grid { stroke: #d1d9e0; } .ours { fill: #1a7f5a; } .peer { fill: #9aa5b1; }
  @media (prefers-color-scheme: dark) {
    .page { fill: #0d1117; } text { fill: #e6edf3; } .dim { fill: #9198a1; }
    .grid { stroke: #30363d; } .ours { fill: #3fb98a; } .peer { fill: #6e7781; }
  }
</style>
<rect class="page" width="100%" height="100%" rx="8"/>
<text class="head" x="${MARGIN}" y="28">Time per run, shorter is better</text>
<text class="dim" x="${width - MARGIN}" y="28" text-anchor="end">logarithmic; Node ${results.machine.node}, medians of one interleaved run</text>
${placed.join("\n")}
</svg>
`;
}

function drawPanel(row, contenders) {
  const scale = createScale(row, contenders);
  const bars = contenders.map(({ name, ours }, index) => {
    const y = PANEL.top + index * (PANEL.bar + PANEL.gap);
    const middle = y + PANEL.bar - 4;
    const label = `<text class="${ours ? "name" : ""}" x="${PANEL.label - 8}" y="${middle}" text-anchor="end">${escapeText(name)}</text>`;
    const result = row.results[name];
    if (result?.value === undefined) {
      return `${label}<text class="dim" x="${PANEL.label + 4}" y="${middle}">${result?.failed ?? "-"}</text>`;
    }
    const length = scale.length(result.value);
    const bar = `<rect class="${ours ? "ours" : "peer"}" x="${PANEL.label}" y="${y}" width="${length}" height="${PANEL.bar}" rx="2"/>`;
    const value = formatSpaced(result.value, row.unit);
    return `${label}${bar}<text x="${PANEL.label + length + 5}" y="${middle}">${value}</text>`;
  });
  const bottom = PANEL.top + contenders.length * (PANEL.bar + PANEL.gap);
  const grid = scale.decades.map(
    (at) => `<path class="grid" d="M${at} ${PANEL.top - 6}V${bottom}"/>`,
  );
  const title = `<text class="name" x="${PANEL.label}" y="18">${escapeText(row.title)}</text>`;
  return [title, ...grid, ...bars].join("\n");
}

/** Starts at the decade below the smallest value, so that every bar has a length. */
function createScale(row, contenders) {
  const values = contenders.flatMap(({ name }) => row.results[name]?.value ?? []);
  const low = Math.floor(Math.log10(Math.min(...values)) - 0.3);
  const high = Math.log10(Math.max(...values));
  const room = PANEL.width - PANEL.label - PANEL.value;
  const length = (value) => round(((Math.log10(value) - low) / (high - low)) * room);
  const decades = [];
  for (let power = low; power <= high; power++) decades.push(PANEL.label + length(10 ** power));
  return { length, decades };
}

function round(value) {
  return Math.round(value * 10) / 10;
}

function escapeText(text) {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
}
