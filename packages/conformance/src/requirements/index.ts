import { containers } from "./containers.js";
import { coreArchitecture } from "./core-architecture.js";
import { designMap } from "./design-map.js";
import { designRulings } from "./design-rulings.js";
import { hostile } from "./hostile.js";
import { issues } from "./issues.js";
import { kernel } from "./kernel.js";
import { remoteWorkflow } from "./remote-workflow.js";
import { runCode } from "./run-code.js";
import { runnerBlock } from "./runner-block.js";
import { runnerSpecification } from "./runner-specification.js";
import type { IdOf, Requirement } from "./section.js";

const sections = [
  ...runnerSpecification,
  ...coreArchitecture,
  ...remoteWorkflow,
  ...designMap,
  ...designRulings,
  ...kernel,
  ...runCode,
  ...runnerBlock,
  ...issues,
  ...hostile,
  ...containers,
] as const;

/** The id of a requirement that exists; a misspelt one does not compile. */
export type RequirementId = IdOf<(typeof sections)[number]>;

/** Every requirement of the contract, in the order of the documents. */
export const requirements: readonly (Requirement & { readonly id: RequirementId })[] =
  sections.flatMap((section): readonly (Requirement & { readonly id: RequirementId })[] => {
    return section.requirements;
  });
