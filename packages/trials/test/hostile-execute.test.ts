// Verifies hostile.constructors, hostile.errors, hostile.thenables, hostile.proxies,
// hostile.patched, hostile.forged, hostile.modules, hostile.wrapper, hostile.unicode, hostile.cpu,
// hostile.memory, hostile.floods, hostile.recursion and hostile.settlement.
import { subjects } from "../src/subjects.js";
import { attackExecute, corpus } from "./corpus.js";

for (const subject of subjects) attackExecute(subject, corpus);
