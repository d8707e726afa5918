import { sliceString, stringifyJson } from "../primordials.ts";

/** One step from a value to a part of it: a property, an index, or an entry of a collection. */
export type Step = string | number | EntryStep | undefined;

/** A key or a value of a `Map` or `Set`, by its place in the order of insertion. */
export interface EntryStep {
  list: "keys" | "values";
  place: number;
  key: unknown;
}

const MAX_STEP = 100;
const MAX_PATH = 1000;

/** The path as a reader would write it: `args[0].user["a b"].get("x").values()[2]`. */
export function renderPath(root: string, steps: Step[], count: number): string {
  let path = root;
  for (let index = 0; index < count; index++) {
    const step = steps[index];
    if (step === undefined) continue;
    if (path.length > MAX_PATH) return sliceString(path, 0, MAX_PATH) + "...";
    path += renderStep(step);
  }
  return path;
}

/** One step as a reader would write it. */
export function renderStep(step: string | number | EntryStep): string {
  if (typeof step === "number") return "[" + step + "]";
  if (typeof step === "string") return isName(step) ? "." + step : "[" + quote(step) + "]";
  if (step.list === "values" && typeof step.key === "string") {
    return ".get(" + quote(step.key) + ")";
  }
  return "." + step.list + "()[" + step.place + "]";
}

function quote(text: string): string {
  return text.length <= MAX_STEP
    ? (stringifyJson(text) as string)
    : (stringifyJson(sliceString(text, 0, MAX_STEP) + "...") as string);
}

function isName(key: string): boolean {
  if (key === "" || key.length > MAX_STEP) return false;
  for (let index = 0; index < key.length; index++) {
    const char = key[index] as string;
    const isWord =
      (char >= "a" && char <= "z") ||
      (char >= "A" && char <= "Z") ||
      char === "_" ||
      char === "$" ||
      (index > 0 && char >= "0" && char <= "9");
    if (!isWord) return false;
  }
  return true;
}
