import type { RequirementId } from "@execbox/conformance";
import type { Parts } from "./tiny-runner.js";

/** One way in which a runner can be wrong, and the requirements that it breaks. */
export interface Defect {
  readonly breaks: readonly RequirementId[];
  /** Made anew for each session: some defects remember things. */
  parts(): Partial<Parts>;
}
