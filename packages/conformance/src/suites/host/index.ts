import type { Suite } from "../../verify.js";
import { messages } from "./messages.js";
import type { HostContext } from "./scripted-runner.js";
import { verdicts } from "./verdicts.js";

/** What a host must do whatever its runner sends: for every executor behind a transport. */
export const hostSuites: readonly Suite<HostContext>[] = [messages, verdicts];
