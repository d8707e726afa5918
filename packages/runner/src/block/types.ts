import type { RUNNER_BLOCK } from "./table.js";

/** The runner block as a manifest states it: every field may be left out. */
export type RunnerDefinition = ValueOf<typeof RUNNER_BLOCK>;

/** Where a body runs. */
export type RunnerEngine = NonNullable<RunnerDefinition["engine"]>;

/** What must be there when a body starts, with no field left open. */
export type RunnerNeeds = Complete<NonNullable<RunnerDefinition["needs"]>>;

/** The language of a body. */
export type RunnerLanguage = RunnerNeeds["language"];

/** How much a body may use, with no field left open. `cpu_ms` is `Infinity` for "no cap". */
export type RunnerLimits = Complete<NonNullable<RunnerDefinition["limits"]>>;

/** The values that a part of the table describes. */
type ValueOf<Part> = Part extends { enum: readonly (infer Word)[] }
  ? Word
  : Part extends { type: "string" }
    ? string
    : Part extends { type: "number" }
      ? number
      : Part extends { type: "array"; items: infer Item }
        ? readonly ValueOf<Item>[]
        : Part extends { type: "object"; properties: infer Properties }
          ? { -readonly [Key in keyof Properties]?: ValueOf<Properties[Key]> }
          : never;

/** Nothing optional, and lists that belong to whoever holds them. */
type Complete<Value> = {
  [Key in keyof Value]-?: Value[Key] extends readonly (infer Item)[] | undefined
    ? Item[]
    : Value[Key];
};
