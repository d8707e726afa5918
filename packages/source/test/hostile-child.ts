/**
 * Feeds every production, as large as a guest may send it, to the whole pipeline, on
 * this thread or on a worker with default limits, and prints one line for each. Runs in
 * a process of its own because the failure it looks for ends the process.
 */
import { isMainThread, parentPort, Worker } from "node:worker_threads";
import {
  GuestSyntaxError,
  loadTypeEraser,
  MAX_ERASABLE_BYTES,
  MAX_SOURCE_BYTES,
  prepareSnippet,
  type SnippetOptions,
} from "../src/index.js";
import { JAVASCRIPT_PRODUCTIONS, type Production, TYPESCRIPT_PRODUCTIONS } from "./productions.js";

/** One line of output. */
export interface HostileReport {
  readonly language: string;
  readonly name: string;
  readonly outcome: string;
  readonly milliseconds: number;
  readonly characters: number;
}

function print(report: HostileReport): void {
  if (parentPort) parentPort.postMessage(report);
  else console.log(JSON.stringify(report));
}

/** The largest text of a production that is not refused for its size. */
function largest(production: Production, bytes: number): string {
  const two = Buffer.byteLength(production.text(2));
  const each = two - Buffer.byteLength(production.text(1));
  return production.text(Math.max(1, Math.floor((bytes - two) / each)));
}

function attack(production: Production, language: string, text: string, options: SnippetOptions) {
  const started = performance.now();
  let outcome = "accepted";
  try {
    prepareSnippet(text, options);
  } catch (error) {
    outcome = error instanceof GuestSyntaxError ? "refused" : `threw ${String(error)}`;
  }
  const milliseconds = performance.now() - started;
  print({ language, name: production.name, outcome, milliseconds, characters: text.length });
  if (!prepareSnippet("1 + 1").code.includes("return 1 + 1")) throw new Error("no longer usable");
}

async function attackAll(): Promise<void> {
  const eraser = await loadTypeEraser();
  for (const production of JAVASCRIPT_PRODUCTIONS) {
    const text = largest(production, MAX_SOURCE_BYTES);
    attack(production, "javascript", text, { language: "javascript" });
  }
  for (const production of [...JAVASCRIPT_PRODUCTIONS, ...TYPESCRIPT_PRODUCTIONS]) {
    const text = largest(production, MAX_ERASABLE_BYTES);
    attack(production, "typescript", text, { language: "typescript", eraser });
    // Not refused for its long line: 60 levels, and as many as a line may hold.
    attack(production, "typescript short", production.text(60), { eraser });
    attack(production, "typescript line", largest(production, 4_900), { eraser });
  }
}

if (isMainThread && process.argv[2] === "worker") {
  new Worker(new URL(import.meta.url)).on("message", print);
} else {
  await attackAll();
}
