/**
 * Proof that the kit tells right from wrong: a runner with one defect fails exactly the
 * requirements that the defect breaks, and nothing else.
 */
import { defects } from "./tiny-runner/defects.js";
import { describeDefects } from "./tiny-runner/describe-defects.js";

// Verifies conformance.discriminates.
describeDefects("runners with one defect on the wire", defects);
