// technique: a static import of a host's module
// attempts: to link against fs
// allowed: link_error
// doors: runCode

import { readFileSync } from "node:fs";
export default "escaped: " + typeof readFileSync;
