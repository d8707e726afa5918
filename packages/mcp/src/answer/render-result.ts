import type { ExecuteResult } from "@execbox/core";
import type { Catalogue } from "../catalogue/catalogue.js";
import { blocksOfValue } from "./blocks-of-value.js";
import type { ContentBlock } from "./content-blocks.js";
import { hintsFor } from "./hints.js";
import { shortenText } from "./shorten.js";
import { excerpt } from "./source-excerpt.js";

/** What a wrapper tool answers with. */
export interface ToolAnswer {
  content: ContentBlock[];
  isError?: boolean;
}

/** Logs may take this share of the room for text; they are a by-product. */
const LOG_SHARE = 0.25;

const MAX_NOTES = 10;
const MAX_NOTE_CHARS = 500;

const NARROW =
  "Return less: filter, slice, pick fields or aggregate in the code, and run it again.";

/** The outcome of a run, for the model that wrote the code. */
export function renderResult(
  result: ExecuteResult,
  code: string,
  catalogue: Catalogue,
  maxTextChars: number,
): ToolAnswer {
  const notes = (result.diagnostics ?? [])
    .slice(0, MAX_NOTES)
    .map((note) => `Note: ${note.slice(0, MAX_NOTE_CHARS)}`);
  const logs = renderLogs(result.logs, Math.floor(maxTextChars * LOG_SHARE));
  if (!result.ok) {
    const { error } = result;
    const shown = shortenText(error.message, maxTextChars).text;
    const lines = [`${error.code}: ${shown}`, ...excerpt(code, error.line, error.column)];
    lines.push(...hintsFor(error, code, catalogue).map((hint) => `Hint: ${hint}`));
    const text = [...lines, ...notes, ...logs].join("\n");
    return { content: [{ type: "text", text }], isError: true };
  }
  const content: ContentBlock[] = [];
  if (result.result === undefined) {
    content.push({ type: "text", text: "undefined" });
    notes.push("Note: the code gave no value; end it with an expression, or return one.");
  } else {
    const { blocks, cuts } = blocksOfValue(result.result, maxTextChars);
    content.push(...blocks);
    if (cuts.length > 0) notes.push(`Note: truncated, showing ${cuts.join("; ")}. ${NARROW}`);
  }
  const rest = [...notes, ...logs].join("\n");
  if (rest !== "") content.push({ type: "text", text: rest });
  return { content };
}

function renderLogs(logs: readonly string[], limit: number): string[] {
  if (logs.length === 0) return [];
  return ["Console:", shortenText(logs.join("\n"), limit).text];
}

/** The answer to a call that makes no sense, with what would. */
export function mistake(message: string): ToolAnswer {
  return { content: [{ type: "text", text: `validation_error: ${message}` }], isError: true };
}
