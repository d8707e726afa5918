import type { Sample } from "./samples.js";

const WIDTH = 860;
const HEIGHT = 320;
const LEFT = 64;
const TOP = 40;
const BOTTOM = 40;

const LINES: readonly { name: string; color: string; read: (sample: Sample) => number }[] = [
  { name: "RSS of the host, MiB", color: "#1f6feb", read: ({ rssBytes }) => rssBytes / 2 ** 20 },
  { name: "its heap, MiB", color: "#2da44e", read: ({ heapBytes }) => heapBytes / 2 ** 20 },
  {
    name: "RSS of its children, MiB",
    color: "#bf8700",
    read: ({ childrenRssBytes }) => childrenRssBytes / 2 ** 20,
  },
  { name: "open descriptors", color: "#cf222e", read: ({ descriptors }) => descriptors },
];

/** Memory and descriptors over time, as one picture. */
export function drawChart(samples: readonly Sample[]): string {
  const seconds = Math.max(1, ...samples.map(({ atSeconds }) => atSeconds));
  const top = niceCeiling(Math.max(1, ...LINES.flatMap(({ read }) => samples.map(read))));
  const x = (at: number): string => (LEFT + (at / seconds) * (WIDTH - LEFT - 16)).toFixed(1);
  const y = (value: number): string =>
    (HEIGHT - BOTTOM - (value / top) * (HEIGHT - TOP - BOTTOM)).toFixed(1);
  const grid = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const at = y(share * top);
    return `<line x1="${LEFT}" y1="${at}" x2="${WIDTH - 16}" y2="${at}" stroke="#d0d7de"/><text x="${LEFT - 8}" y="${at}" text-anchor="end" dy="4">${Math.round(share * top)}</text>`;
  });
  const ticks = [0, 0.25, 0.5, 0.75, 1].map(
    (share) =>
      `<text x="${x(share * seconds)}" y="${HEIGHT - 16}" text-anchor="middle">${((share * seconds) / 60).toFixed(1)} min</text>`,
  );
  const paths = LINES.map(({ color, read }) => {
    const points = samples.map((sample) => `${x(sample.atSeconds)},${y(read(sample))}`).join(" ");
    return `<polyline fill="none" stroke="${color}" stroke-width="1.5" points="${points}"/>`;
  });
  const legend = LINES.map(
    ({ name, color }, index) =>
      `<text x="${LEFT + index * 195}" y="22" fill="${color}">${name}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
    ...grid,
    ...ticks,
    ...paths,
    ...legend,
    "</svg>",
    "",
  ].join("\n");
}

function niceCeiling(value: number): number {
  const step = 10 ** Math.floor(Math.log10(value)) / 2;
  return Math.ceil(value / step) * step;
}
