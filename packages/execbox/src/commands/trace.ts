import { writeFile } from "node:fs/promises";
import { defineCommand, EXIT } from "../cli/command.js";
import { readTextFile } from "../run/program.js";
import { traceSvg } from "../trace/svg.js";
import { timeline } from "../trace/timeline.js";
import { readTrace } from "../trace/trace.js";

export const command = defineCommand({
  name: "trace",
  summary: "Draw the tool calls of a run as a timeline",
  usage: ["execbox trace FILE [--svg FILE]"],
  about:
    "Draws what execbox run --trace FILE wrote: one bar for each tool call on one scale of time, how long it took, and how many characters went in and came out. Calls that could run side by side and do not show as a staircase.",
  positionals: { name: "FILE", about: "A file that execbox run --trace wrote.", min: 1 },
  flags: {
    svg: { type: "string", value: "FILE", about: "Also write the timeline as an SVG picture." },
  },
  examples: [
    {
      command: "execbox trace out.json",
      about: "Look at a run that execbox run --trace out.json recorded",
    },
    { command: "execbox trace out.json --svg out.svg", about: "Show it to somebody else" },
  ],
  async run({ flags, positionals, io }) {
    const [file = ""] = positionals;
    const trace = readTrace(file, await readTextFile(file));
    for (const line of timeline(trace, io.out.columns, io.out.style)) io.out.line(line);
    if (flags.svg !== undefined) await writeFile(flags.svg, traceSvg(trace));
    return EXIT.ok;
  },
});
