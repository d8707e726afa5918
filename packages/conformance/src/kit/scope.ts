import type { RequirementId } from "../requirements/index.js";
import { runnerSpecification } from "../requirements/runner-specification.js";
import type { Requirement } from "../requirements/section.js";

/** Rules of the specification that bind the host; nothing a runner does can keep or break them. */
export const hostSide: readonly RequirementId[] = [
  "runner.no-host-objects",
  "result.once",
  "cancel.force",
  "transport.close",
  "transport.error",
  "correlate.foreign-id",
];

/** Every rule of the specification that binds a runner, in the order of the document. */
export const runnerRequirements: readonly (Requirement & { readonly id: RequirementId })[] =
  runnerSpecification
    .flatMap((section): readonly (Requirement & { readonly id: RequirementId })[] => {
      return section.requirements;
    })
    .filter(({ id }) => !hostSide.includes(id));
