import type { Requirement } from "./requirements/section.js";

/** Anything that says which requirements it verifies. */
export interface Verifier {
  readonly ids: readonly string[];
}

/** The requirements that no case and no other test verifies. */
export function uncovered(
  requirements: readonly Requirement[],
  ...verifiers: readonly (readonly Verifier[])[]
): Requirement[] {
  const verified = new Set(verifiers.flat().flatMap(({ ids }) => ids));
  return requirements.filter(({ id }) => !verified.has(id));
}

/** The ids that are verified somewhere and required nowhere. */
export function unknownIds(
  requirements: readonly Requirement[],
  ...verifiers: readonly (readonly Verifier[])[]
): string[] {
  const required = new Set(requirements.map(({ id }) => id));
  return [...new Set(verifiers.flat().flatMap(({ ids }) => ids))].filter((id) => !required.has(id));
}

/** The values that occur more than once. */
export function duplicates(values: readonly string[]): string[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))];
}
