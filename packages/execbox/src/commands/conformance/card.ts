import {
  bySection,
  type CaseResult,
  capabilities,
  type Score,
  type ScoreCard,
  type Transcript,
} from "@execbox/conformance";
import { formatDuration } from "../../cli/quantities.js";
import type { Style, Terminal } from "../../cli/terminal.js";
import { clip, wrap } from "../../cli/text.js";

/** A frame is shown up to here; `--json` has all of it. */
const MAX_FRAME_CHARS = 1_200;

/** Prints a score card for people: every requirement, then each failure with what crossed. */
export function printCard(card: ScoreCard, out: Terminal): void {
  const { strong } = out.style;
  out.line(clip(`${strong("Conformance of")} ${card.name}`, out.columns));
  for (const [source, scores] of bySection(card.scores)) {
    out.line();
    out.line(strong(source.replace("runner-spec/", "").replaceAll("-", " ")));
    for (const score of scores) printScore(score, out);
  }
  const failed = card.scores.filter(({ verdict }) => verdict === "fail");
  for (const score of failed) printFailure(score, card, out);
  printSummary(card, out);
}

function printScore({ requirement, verdict, cases }: Score, out: Terminal): void {
  const { good, bad, faint } = out.style;
  const marks = { pass: good("ok  "), fail: bad("FAIL"), "left out": faint("--  ") };
  const total = cases.passed + cases.failed;
  const left = cases.leftOut === 0 ? "" : `, ${cases.leftOut} left out`;
  const told =
    verdict === "fail"
      ? `${cases.failed} of ${total} cases fail`
      : `${total} ${plural(total)}${left}`;
  const { id, level, text } = requirement;
  out.line(`  ${marks[verdict]} ${level.padEnd(6)} ${id.padEnd(30)} ${told}`);
  for (const line of wrap(text, out.columns, " ".repeat(14))) out.line(faint(line));
}

function printFailure({ requirement }: Score, card: ScoreCard, out: Terminal): void {
  const { strong, bad } = out.style;
  const { id, level, text } = requirement;
  out.line();
  out.line(`${bad("FAIL")} ${strong(id)} (${level})`);
  for (const line of wrap(text, out.columns, "     ")) out.line(line);
  for (const each of card.cases) {
    const failure = each.failures.find((one) => one.id === id);
    if (failure !== undefined) printCase(each, failure.message, out);
  }
}

function printCase({ suite, name, transcripts }: CaseResult, message: string, out: Terminal): void {
  const { strong } = out.style;
  out.line();
  out.line(`  ${strong(clip(`${suite}: ${name}`, out.columns - 2))}`);
  for (const paragraph of message.split("\n")) {
    for (const line of chop(paragraph, out.columns - 4)) out.line(`    ${line}`);
  }
  for (const [index, transcript] of transcripts.entries()) {
    out.line();
    if (transcripts.length > 1) out.line(`    link ${index + 1}`);
    for (const entry of shownOf(transcript)) {
      const head = `${entry.atMs.toFixed(1).padStart(9)} ms ${ARROWS[entry.direction]} `;
      const [first = "", ...more] = chop(shorten(entry.text), out.columns - head.length);
      out.line(paintEntry(out.style, entry.direction, head + first));
      for (const line of more) {
        out.line(paintEntry(out.style, entry.direction, " ".repeat(head.length) + line));
      }
    }
  }
}

function printSummary(card: ScoreCard, out: Terminal): void {
  const { strong, good, bad, faint } = out.style;
  out.line();
  for (const level of ["must", "should", "ruling"] as const) {
    const scores = card.scores.filter(
      ({ requirement, verdict }) => requirement.level === level && verdict !== "left out",
    );
    if (scores.length === 0) continue;
    const passed = scores.filter(({ verdict }) => verdict === "pass").length;
    const told = `${passed} of ${scores.length}`;
    out.line(`${level.padEnd(8)} ${passed === scores.length ? good(told) : bad(told)}`);
  }
  for (const word of card.without) {
    const cases = card.cases.filter(({ leftOut }) => leftOut?.split(", ").includes(word)).length;
    const text = `left out: ${word} (${cases} ${plural(cases)}): not asked whether ${capabilities[word].about}`;
    for (const line of wrap(text, out.columns)) out.line(faint(line));
  }
  const ran = card.cases.filter(({ leftOut }) => leftOut === undefined).length;
  const verdict = card.conforms ? good("conforms") : bad("does not conform");
  out.line(`${strong(verdict)}, ${ran} ${plural(ran)} in ${formatDuration(card.durationMs)}`);
}

/** A runner may say the same ten thousand times; its beginning and its end tell enough. */
function shownOf(transcript: Transcript): Transcript {
  const left = transcript.length - 2 * SHOWN_ENTRIES;
  if (left <= 1) return transcript;
  const gap = {
    atMs: transcript[SHOWN_ENTRIES]?.atMs ?? 0,
    direction: "note",
    text: `${left} more`,
  } as const;
  return [...transcript.slice(0, SHOWN_ENTRIES), gap, ...transcript.slice(-SHOWN_ENTRIES)];
}

const SHOWN_ENTRIES = 20;

const ARROWS = { send: "->", receive: "<-", note: "--" } as const;

function paintEntry(style: Style, direction: keyof typeof ARROWS, line: string): string {
  return direction === "receive" ? style.accent(line) : style.faint(line);
}

const plural = (count: number) => (count === 1 ? "case" : "cases");

function shorten(text: string): string {
  if (text.length <= MAX_FRAME_CHARS) return text;
  return `${text.slice(0, MAX_FRAME_CHARS)}… (${text.length} characters)`;
}

/** Breaks text that has no words to break at. What a runner sent must not steer the terminal. */
function chop(text: string, width: number): string[] {
  const clean = text.replace(/[\u0000-\u001f\u007f-\u009f]/g, "\ufffd");
  const lines: string[] = [];
  for (let at = 0; at < clean.length || at === 0; at += width)
    lines.push(clean.slice(at, at + width));
  return lines;
}
