import { execbox } from "../lib/execbox.mjs";

export const contender = execbox("process", "memory image copied back, pooled child");
