import { messageOf } from "@execbox/core";
import { findIsolatedVm, IsolatedVmExecutor } from "@execbox/isolated-vm";
import type { PlacementFacts } from "@execbox/protocol";
import { QuickJsExecutor } from "@execbox/quickjs";
import { defineCommand, EXIT, type Io } from "../cli/command.js";
import { formatDuration } from "../cli/quantities.js";
import { wrap } from "../cli/text.js";
import { type ENGINES, PLACEMENTS } from "../run/engine.js";

/** Whether one engine works in one placement here, found out by running something. */
interface Finding {
  engine: string;
  placement: string;
  works: boolean;
  /** From nothing to the first result. */
  firstRunMs?: number;
  facts?: PlacementFacts;
  problem?: string;
  /** How to get it, or more of it. */
  advice?: string;
}

export const command = defineCommand({
  name: "doctor",
  summary: "Say which engines and placements work here and what each enforces",
  usage: ["execbox doctor [--json]"],
  about:
    "Runs a small program in every engine and placement, and shows what each of them really enforces on this machine: nothing here is assumed.",
  flags: {
    json: { type: "boolean", about: "Print the findings as JSON." },
  },
  examples: [
    { command: "execbox doctor", about: "What works here, and how to get the rest" },
    { command: "execbox doctor --json", about: "The same for a program" },
  ],
  async run({ flags, io }) {
    const findings: Finding[] = [];
    for (const placement of PLACEMENTS) findings.push(await tryEngine("quickjs", placement));
    // Where V8 cannot be had, once is enough to say so.
    const placements = findIsolatedVm() === undefined ? V8_PLACEMENTS.slice(0, 1) : V8_PLACEMENTS;
    for (const placement of placements) findings.push(await tryEngine("isolated-vm", placement));
    if (flags.json) io.out.line(JSON.stringify({ node: process.version, findings }, null, 2));
    else print(findings, io);
    return findings.some(({ works }) => works) ? EXIT.ok : EXIT.failed;
  },
});

const V8_PLACEMENTS = ["process", "worker", "inline"] as const;

async function tryEngine(
  engine: (typeof ENGINES)[number],
  placement: (typeof PLACEMENTS)[number],
): Promise<Finding> {
  const finding: Finding = { engine, placement, works: false };
  const Executor = engine === "quickjs" ? QuickJsExecutor : IsolatedVmExecutor;
  const executor = new Executor({ placement, pool: { maxSize: 1 } });
  const startedAt = performance.now();
  try {
    const result = await executor.execute("6 * 7", [], { timeoutMs: 30_000 });
    if (!result.ok) {
      return { ...finding, problem: result.error.message, ...adviceWithout(placement) };
    }
    const firstRunMs = performance.now() - startedAt;
    const facts = await executor.facts();
    return { ...finding, works: result.result === 42, firstRunMs, facts, ...adviceFor(facts) };
  } catch (error) {
    return { ...finding, problem: messageOf(error), ...adviceWithout(placement) };
  } finally {
    await executor.dispose();
  }
}

function adviceWithout(placement: string): { advice?: string } {
  return placement === "container"
    ? { advice: "Containers need Podman or Docker (apt-get install podman)." }
    : {};
}

function adviceFor(facts: PlacementFacts): { advice?: string } {
  if (facts.placement !== "process" || facts.wall === "bubblewrap") return {};
  return {
    advice:
      "Install bubblewrap for a real wall (apt-get install bubblewrap); without it the child is held by Node's permission model only.",
  };
}

function print(findings: readonly Finding[], { out }: Io): void {
  const { strong, good, bad, faint } = out.style;
  out.line(
    `${strong("Execbox on this machine")}  Node ${process.version}, ${process.platform} ${process.arch}`,
  );
  for (const { engine, placement, works, firstRunMs, facts, problem, advice } of findings) {
    out.line();
    const state = works ? good("works") : bad("does not work");
    const time =
      firstRunMs === undefined ? "" : faint(`first result after ${formatDuration(firstRunMs)}`);
    out.line(`${strong(`${engine}, ${placement}`.padEnd(20))} ${state}  ${time}`.trimEnd());
    for (const line of wrap(
      facts === undefined ? (problem ?? "") : sentence(facts),
      out.columns,
      "  ",
    )) {
      out.line(line);
    }
    if (advice !== undefined)
      for (const line of wrap(advice, out.columns, "  ")) out.line(faint(line));
  }
}

/** What a placement enforces, in words. */
function sentence(facts: PlacementFacts): string {
  const parts = [
    facts.wall === "none" ? "no wall around the engine" : `wall: ${facts.wall}`,
    facts.hardDeadline ? "every deadline holds" : "no deadline inside long builtins",
    facts.hostStaysFree ? "your thread stays free" : "your thread waits",
    facts.survivesCrash ? "you survive a crash of the engine" : "a crash of the engine is yours",
    `network ${facts.network}`,
    `files in reach: ${facts.files}`,
    `environment ${facts.environment}`,
    ...(facts.seccomp ? ["system calls filtered"] : []),
    `memory capped by ${facts.memory}`,
    ...(facts.cpuLimit ? ["processor time capped"] : []),
  ];
  return `${parts.join("; ")}.`;
}
