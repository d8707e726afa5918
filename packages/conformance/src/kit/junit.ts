import { bySection, type CaseResult, type Score, type ScoreCard } from "./score.js";
import type { Transcript } from "./transcript.js";

/**
 * A score card as JUnit XML: a suite for each section of the specification, a test for each
 * requirement, the transcripts in the text of a failure.
 */
export function renderJunit(card: ScoreCard): string {
  const suites = bySection(card.scores).map(([source, scores]) =>
    renderSection(source, scores, card),
  );
  const totals = `tests="${card.scores.length}" failures="${count(card.scores, "fail")}"`;
  const seconds = (card.durationMs / 1_000).toFixed(3);
  return [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<testsuites name="${escapeXml(card.name)}" ${totals} time="${seconds}">`,
    ...suites.flat(),
    "</testsuites>",
    "",
  ].join("\n");
}

function renderSection(source: string, scores: readonly Score[], card: ScoreCard): string[] {
  const counts = [
    `tests="${scores.length}"`,
    `failures="${count(scores, "fail")}"`,
    `skipped="${count(scores, "left out")}"`,
  ].join(" ");
  return [
    `  <testsuite name="${escapeXml(source)}" ${counts}>`,
    ...scores.flatMap((score) => renderScore(source, score, card)),
    "  </testsuite>",
  ];
}

function renderScore(source: string, { requirement, verdict }: Score, card: ScoreCard): string[] {
  const { id, level, text } = requirement;
  const head = `    <testcase classname="${escapeXml(source)}" name="${escapeXml(`${id} (${level})`)}"`;
  if (verdict === "pass") return [`${head}/>`];
  if (verdict === "left out") {
    return [
      `${head}>`,
      `      <skipped message="${escapeXml(card.without.join(", "))}"/>`,
      "    </testcase>",
    ];
  }
  const failed = card.cases.filter(({ failures }) => failures.some((each) => each.id === id));
  return [
    `${head}>`,
    `      <failure message="${escapeXml(text)}">${escapeXml(failed.map((each) => tell(each, id)).join("\n\n"))}</failure>`,
    "    </testcase>",
  ];
}

function tell({ suite, name, failures, transcripts }: CaseResult, id: string): string {
  const message = failures.find((each) => each.id === id)?.message ?? "";
  return [`${suite}: ${name}`, message, ...transcripts.map(showTranscript)].join("\n");
}

function showTranscript(transcript: Transcript): string {
  const arrows = { send: "->", receive: "<-", note: "--" } as const;
  return transcript
    .map(({ atMs, direction, text }) => `${atMs.toFixed(1)} ms ${arrows[direction]} ${text}`)
    .join("\n");
}

function count(scores: readonly Score[], verdict: Score["verdict"]): number {
  return scores.filter((score) => score.verdict === verdict).length;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** XML has no way to write most control characters; a runner may have sent any of them. */
function escapeXml(text: string): string {
  return text
    .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? "")
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, "\ufffd");
}
