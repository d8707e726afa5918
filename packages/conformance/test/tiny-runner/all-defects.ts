import type { Defect } from "./defect.js";
import { defects } from "./defects.js";
import { guestDefects } from "./guest-defects.js";
import { valueDefects } from "./value-defects.js";

/** Every defect by name. */
export const allDefects: Readonly<Record<string, Defect>> = {
  ...defects,
  ...guestDefects,
  ...valueDefects,
};
