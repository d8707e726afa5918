/**
 * How binding a requirement is: `must` and `should` as the source documents use the words
 * (rules they state without either word count as `must`), `ruling` for a decision of ours on a
 * point they leave open.
 */
export type RequirementLevel = "must" | "should" | "ruling";

/** One behaviour that can be tested, in one sentence. */
export interface Requirement {
  /** Short, stable and readable; the part before the dot names the area. */
  readonly id: string;
  readonly level: RequirementLevel;
  /** The document and section it comes from, such as `runner-spec/tool-call`. */
  readonly source: string;
  readonly text: string;
  /** The issue that will verify it; absent when the kernel does. */
  readonly owner?: number;
}

/** A requirement as it stands in a table: the table supplies the rest. */
export type Row = readonly [level: RequirementLevel, text: string];

/** The requirements of one section of one document. */
export interface Section<Id extends string> {
  readonly source: string;
  readonly requirements: readonly (Requirement & { readonly id: Id })[];
}

/** The ids of a section or of several. */
export type IdOf<Sections> = Sections extends Section<infer Id> ? Id : never;

/**
 * Makes a section from its table.
 *
 * @example
 * const toolCalls = section("runner-spec/tool-call", {
 *   "call.unique-id": must("No two calls of an execution share a callId."),
 * });
 */
export function section<const Rows extends Readonly<Record<string, Row>>>(
  source: string,
  rows: Rows,
  owner?: number,
): Section<Extract<keyof Rows, string>> {
  const ids = Object.keys(rows) as Extract<keyof Rows, string>[];
  const requirements = ids.map((id) => {
    const [level, text] = rows[id] as Row;
    return { id, level, source, text, ...(owner === undefined ? {} : { owner }) };
  });
  return { source, requirements };
}

/** A row the source document makes binding. */
export const must = (text: string): Row => ["must", text];

/** A row the source document recommends. */
export const should = (text: string): Row => ["should", text];

/** A row we decided. */
export const ruling = (text: string): Row => ["ruling", text];
