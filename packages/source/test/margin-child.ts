/**
 * Parses the deepest accepted text of every production on a stack that has only a third
 * of the usual size. Runs in a process of its own: oxc ends it when the stack does not
 * suffice, and acorn's is set on the command line.
 */

import { isMainThread, Worker } from "node:worker_threads";
import { parse } from "acorn";
import { transformSync } from "oxc-transform";
import { assertShallow, type Dialect, GuestSyntaxError } from "../src/index.js";
import { JAVASCRIPT_PRODUCTIONS, type Production, TYPESCRIPT_PRODUCTIONS } from "./productions.js";

function accepted(text: string, dialect: Dialect): boolean {
  try {
    assertShallow(text, dialect);
    return true;
  } catch (error) {
    if (error instanceof GuestSyntaxError) return false;
    throw error;
  }
}

/** The deepest accepted text, up to a depth that no stack survives. */
function deepest(production: Production, dialect: Dialect): string {
  let low = 0;
  let high = 20_000;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (accepted(production.text(middle), dialect)) low = middle;
    else high = middle;
  }
  return production.text(low);
}

function parseWithAcorn(text: string): void {
  try {
    parse(text, { ecmaVersion: "latest", allowAwaitOutsideFunction: true });
  } catch (error) {
    if (!(error instanceof SyntaxError) || error.message.startsWith("Not enough stack"))
      throw error;
  }
}

function parseWithOxc(text: string): void {
  // Long lines of mistakes are refused elsewhere, for what they cost in memory.
  if (text.length > 30_000) return;
  transformSync("deep.ts", text, { lang: "ts", sourceType: "module" });
}

if (process.argv[2] === "oxc" && isMainThread) {
  new Worker(new URL(import.meta.url), { argv: ["oxc"], resourceLimits: { stackSizeMb: 1.4 } });
} else {
  const oxc = process.argv[2] === "oxc";
  const productions = oxc
    ? [...JAVASCRIPT_PRODUCTIONS, ...TYPESCRIPT_PRODUCTIONS]
    : JAVASCRIPT_PRODUCTIONS;
  for (const production of productions) {
    console.log(production.name);
    const text = deepest(production, oxc ? "typescript" : "javascript");
    if (oxc) parseWithOxc(text);
    else parseWithAcorn(text);
  }
  console.log(`all ${productions.length} fine`);
}
