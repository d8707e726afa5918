import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Collects garbage now, so that what is measured next is what is held. */
export function collectGarbage(): void {
  collect();
}
