import { execbox } from "../lib/execbox.mjs";

export const contender = execbox("inline", "memory image copied back, calling thread");
