export { Enter, Host, PROGRAM_FILENAME, RUNTIME_FILENAME, type ThrownText } from "./bridge.js";
export { GUEST_RUNTIME } from "./generated/runtime.js";
