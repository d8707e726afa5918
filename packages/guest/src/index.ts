export {
  CUT_LOGS,
  CUT_REPORTS,
  Enter,
  Host,
  Now,
  PROGRAM_FILENAME,
  REVEALED,
  RUNTIME_FILENAME,
  type ThrownText,
} from "./bridge.js";
export { GUEST_RUNTIME } from "./generated/runtime.js";
export { bindGlobals, reexport } from "./module-text.js";
export { readThrown } from "./read-thrown.js";
export { nextSeed } from "./seed.js";
