import { formatDuration } from "../cli/quantities.js";
import type { RecordedCall } from "../run/calls.js";
import type { Trace } from "./trace.js";

const ROW = 22;
const LEFT = 180;
const SPAN = 560;
const RIGHT = 90;
const TOP = 56;

/** A trace as a picture that stands on its own, readable on light and dark grounds. */
export function traceSvg(trace: Trace): string {
  const { calls, durationMs } = trace;
  const width = LEFT + SPAN + RIGHT;
  const height = TOP + Math.max(1, calls.length) * ROW + 34;
  const scale = (ms: number) => LEFT + (ms / Math.max(durationMs, 0.001)) * SPAN;
  const title = `${trace.program}: ${trace.outcome} in ${formatDuration(durationMs)}`;
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((share) => tick(share * durationMs, scale, height));
  const bars = calls.map((call, index) => bar(call, TOP + index * ROW, scale, durationMs));
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeXml(title)}" font-family="ui-monospace, monospace" font-size="12">`,
    `<rect width="${width}" height="${height}" rx="6" fill="#fff"/>`,
    `<text x="16" y="26" font-size="14" font-weight="600" fill="#1b2330">${escapeXml(title)}</text>`,
    `<text x="16" y="44" fill="#667085">${calls.length} calls, ${escapeXml(trace.engine)} ${escapeXml(trace.placement)}</text>`,
    ...ticks,
    ...bars,
    "</svg>",
  ].join("\n")}\n`;
}

function tick(ms: number, scale: (ms: number) => number, height: number): string {
  const x = scale(ms).toFixed(1);
  return (
    `<line x1="${x}" x2="${x}" y1="${TOP - 4}" y2="${height - 26}" stroke="#e4e7ec"/>` +
    `<text x="${x}" y="${height - 10}" text-anchor="middle" fill="#667085">${formatDuration(ms)}</text>`
  );
}

function bar(
  { tool, startMs, endMs, error }: RecordedCall,
  y: number,
  scale: (ms: number) => number,
  durationMs: number,
): string {
  const from = scale(startMs);
  const until = scale(endMs ?? durationMs);
  const time = endMs === undefined ? "open" : formatDuration(endMs - startMs);
  const note = `${tool} ${time}${error === undefined ? "" : `, ${error.code}: ${error.message}`}`;
  const name = tool.length > 22 ? `${tool.slice(0, 21)}…` : tool;
  return (
    `<g><title>${escapeXml(note)}</title>` +
    `<text x="16" y="${y + 15}" fill="#1b2330">${escapeXml(name)}</text>` +
    `<rect x="${from.toFixed(1)}" y="${y + 4}" width="${Math.max(2, until - from).toFixed(1)}" height="14" rx="2" fill="${error === undefined ? "#2f6fde" : "#d64545"}"/>` +
    `<text x="${(Math.max(until, from + 2) + 6).toFixed(1)}" y="${y + 15}" fill="#667085">${escapeXml(time)}</text></g>`
  );
}

function escapeXml(text: string): string {
  return text.replace(/[<>&"\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, (character) => {
    const name = { "<": "lt", ">": "gt", "&": "amp", '"': "quot" }[character];
    return name === undefined ? "" : `&${name};`;
  });
}
