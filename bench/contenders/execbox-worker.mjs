import { execbox } from "../lib/execbox.mjs";

export const contender = execbox("worker", "memory image copied back, pooled thread");
