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
