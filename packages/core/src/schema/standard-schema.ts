/**
 * The part of the Standard Schema and Standard JSON Schema interfaces that Execbox uses
 * (https://standardschema.dev). Zod 4.2+, ArkType 2.1.28+ and Valibot (through
 * `toStandardJsonSchema`) speak both.
 */
export interface StandardSchema {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult | PromiseLike<StandardResult>;
    readonly jsonSchema?: {
      readonly input: (options: { target: string }) => unknown;
      readonly output: (options: { target: string }) => unknown;
    };
  };
}

/** What a Standard Schema says about a value: what it became, or what is wrong with it. */
export type StandardResult =
  | { readonly value: unknown; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/** One objection of a Standard Schema. */
export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** Whether a value is a schema object of a library that speaks Standard Schema. */
export function isStandardSchema(value: unknown): value is StandardSchema {
  // ArkType's schemas are functions.
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return false;
  if (!("~standard" in value)) return false;
  const standard = value["~standard"];
  return (
    typeof standard === "object" &&
    standard !== null &&
    "validate" in standard &&
    typeof standard.validate === "function"
  );
}
