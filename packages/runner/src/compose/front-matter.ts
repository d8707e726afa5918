import { messageOf } from "@execbox/core";
import { parseDocument } from "yaml";
import { RunnerBlockError } from "../block/runner-block-error.js";

/** Between two lines of three dashes, the first of which begins the file. */
const FRONT_MATTER = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)(?:\r?\n)?^---[ \t]*$/m;

/** The value of a Markdown file's YAML front matter. */
export function readFrontMatter(text: string, file: string): unknown {
  const front = FRONT_MATTER.exec(text);
  if (front === null || front.index !== 0) {
    throw new RunnerBlockError(
      "front matter",
      "is missing; the file must begin with ---, the block in YAML, and ---",
      file,
    );
  }
  return readYaml(front[1] ?? "", file);
}

/**
 * The value of a YAML text that may come from an enemy: duplicate keys, unknown tags and merges
 * are refused, and aliases cannot multiply.
 */
export function readYaml(text: string, file: string): unknown {
  try {
    const document = parseDocument(text, { strict: true, uniqueKeys: true, schema: "core" });
    const [problem] = [...document.errors, ...document.warnings];
    if (problem !== undefined) throw problem;
    return document.toJS({ maxAliasCount: 20 });
  } catch (error) {
    // A parser that recurses gives up with a RangeError on text that nests without end.
    const [reason] = messageOf(error).split("\n");
    throw new RunnerBlockError("YAML", `cannot be read: ${reason}`, file);
  }
}
