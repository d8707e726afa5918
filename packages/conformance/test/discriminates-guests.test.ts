/** The same as for the wire, for what guests find and for what becomes of their values. */
import { describeDefects } from "./tiny-runner/describe-defects.js";
import { guestDefects } from "./tiny-runner/guest-defects.js";
import { valueDefects } from "./tiny-runner/value-defects.js";

// Verifies conformance.discriminates.
describeDefects("runners with one defect in their guests", { ...guestDefects, ...valueDefects });
