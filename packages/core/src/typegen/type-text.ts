/** A TypeScript type as text, with what is needed to combine it without redundant brackets. */
export interface TypeText {
  readonly kind: "single" | "union" | "intersection";
  /** The members of a union or an intersection; one text otherwise. */
  readonly parts: readonly string[];
}

/** What TypeScript, or the schema, cannot say more about. */
export const UNKNOWN: TypeText = single("unknown");
/** What no value has. */
export const NEVER: TypeText = single("never");

/** A type that needs no brackets anywhere. */
export function single(text: string): TypeText {
  return { kind: "single", parts: [text] };
}

/** The text of a type where nothing stands beside it. */
export function toText({ kind, parts }: TypeText): string {
  return parts.join(kind === "intersection" ? " & " : " | ");
}

/** The text of a type, in brackets if it would fall apart beside an operator. */
export function toOperand(type: TypeText): string {
  return type.kind === "single" ? toText(type) : `(${toText(type)})`;
}

/** An array of the type. */
export function arrayOf(item: TypeText): TypeText {
  return single(`${toOperand(item)}[]`);
}

/** Any of the types; duplicates and what adds nothing are left out. */
export function unionOf(types: readonly TypeText[]): TypeText {
  const parts = new Set<string>();
  for (const type of types) {
    if (isSame(type, UNKNOWN)) return UNKNOWN;
    if (isSame(type, NEVER)) continue;
    if (type.kind === "union") for (const part of type.parts) parts.add(part);
    else parts.add(type.kind === "intersection" ? toOperand(type) : toText(type));
  }
  if (parts.has("true") && parts.has("false")) {
    parts.delete("true");
    parts.delete("false");
    parts.add("boolean");
  }
  return combine("union", parts, NEVER);
}

/** All of the types at once; duplicates and what adds nothing are left out. */
export function intersectionOf(types: readonly TypeText[]): TypeText {
  const useful = types.filter((type) => !isSame(type, UNKNOWN));
  const [only] = useful;
  if (only !== undefined && useful.length === 1) return only;
  const parts = new Set<string>();
  for (const type of useful) {
    if (isSame(type, NEVER)) return NEVER;
    if (type.kind === "intersection") for (const part of type.parts) parts.add(part);
    else parts.add(toOperand(type));
  }
  return combine("intersection", parts, UNKNOWN);
}

function combine(
  kind: "union" | "intersection",
  parts: ReadonlySet<string>,
  none: TypeText,
): TypeText {
  const list = [...parts];
  const [only] = list;
  if (only === undefined) return none;
  return list.length === 1 ? single(only) : { kind, parts: list };
}

function isSame(a: TypeText, b: TypeText): boolean {
  return a.kind === "single" && b.kind === "single" && a.parts[0] === b.parts[0];
}
