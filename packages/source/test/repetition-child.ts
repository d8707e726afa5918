/**
 * Looks for nesting that the scan overlooks: random fragments, repeated thousands of
 * times, and parsed whenever the scan lets them through, on a stack of a third of the
 * usual size. Runs in a process of its own, which oxc ends when it finds any.
 */
import { isMainThread, Worker } from "node:worker_threads";
import { transformSync } from "oxc-transform";
import { assertShallow, GuestSyntaxError, prepareSnippet } from "../src/index.js";
import { randomOf } from "./support.js";

const FRAGMENTS = [
  ..."a b 1 's' `t` ` $\u007b } { ( ) [ ] < > => = + - ! ~ * / // /* */ /'/ /[/]/ /`/ ? : , ; . ?. ?? || && ++ --".split(
    " ",
  ),
  ..."if(a) if else else|if(a) for(;;) while(a) do| while return| typeof| new| await| yield| async| function|f(){ function(){".split(
    " ",
  ),
  ..."class|A{ class|extends| static{ case|a: switch(a){case|1: try{ catch{ finally{ l: import( in| instanceof| of| let|x=".split(
    " ",
  ),
  ..."a=> (a)=> async|a=> (a= ({a= ([a= {a: [a= a?b: a? a, a; }/ \\u0061 \\u{61} #x 0 1. 1.. 0x1 x.if(a) 1..if(a)".split(
    " ",
  ),
  ..."as| as|B satisfies|B keyof| type|A= let|x: A< <T> <T,>(a)=> A|extends|B?C: infer|U| readonly| a|is| ()=> new()=>".split(
    " ",
  ),
  ..."interface|A{a: namespace|A{ enum|A{a= declare| public| A[ a! a|as|B? B?|/ a<b, a<b> a<b>( a<( a<{b: 1< implements| export|".split(
    " ",
  ),
  ...[
    "\n",
    "\r\n",
    "\u2028",
    " ",
    "\u00a0",
    "\u0085",
    "é",
    "if\u0085(a)",
    "a\n",
    "a\n/",
    "}\nb",
    "}\n",
    "a\nb",
    ")\na",
    "]\na",
  ],
  ...[
    "\nelse ",
    ";else ",
    "} else if(a){",
    "}while(a)",
    "await\n",
    "\nin ",
    "keyof\n",
    "'",
    '"',
    "'\\\n",
  ],
].map((fragment) =>
  fragment === "|" || fragment === "||" ? fragment : fragment.replaceAll("|", " "),
);

function repetition(random: (below: number) => number): string {
  const pick = () => FRAGMENTS[random(FRAGMENTS.length)] ?? "";
  const parts = Array.from({ length: 1 + random(5) }, pick);
  const unit = parts.join(random(4) === 0 ? " " : "");
  const depth = Math.max(1, Math.min(6_000, Math.floor(20_000 / Math.max(1, unit.length))));
  const closing = [...unit].reverse().map((c) => CLOSING.get(c) ?? "");
  return unit.repeat(depth) + pick() + (random(2) === 0 ? closing.join("").repeat(depth) : "");
}

const CLOSING = new Map([
  ["(", ")"],
  ["[", "]"],
  ["{", "}"],
]);

function passes(text: string, oxc: boolean): boolean {
  try {
    assertShallow(text, oxc ? "typescript" : "javascript");
    return true;
  } catch (error) {
    if (error instanceof GuestSyntaxError) return false;
    throw error;
  }
}

function parseOnce(text: string, oxc: boolean): void {
  if (oxc) {
    // Long lines of mistakes are refused elsewhere, for what they cost in memory.
    const cost = text.split(/[\r\n]/).reduce((sum, line) => sum + line.length ** 2, 0);
    if (cost < 25_000_000) transformSync("r.ts", text, { lang: "ts", sourceType: "module" });
    return;
  }
  try {
    prepareSnippet(text, { language: "javascript" });
  } catch (error) {
    const overlooked = !(error instanceof GuestSyntaxError) || /stack/.test(error.message);
    if (overlooked) throw new Error(`${String(error)}: ${JSON.stringify(text.slice(0, 200))}`);
  }
}

const oxc = process.argv[2] === "oxc";
if (oxc && isMainThread) {
  const argv = process.argv.slice(2);
  new Worker(new URL(import.meta.url), { argv, resourceLimits: { stackSizeMb: 1.4 } });
} else {
  const random = randomOf(Number(process.argv[3]));
  const until = performance.now() + Number(process.argv[4]) * 1_000;
  let accepted = 0;
  while (performance.now() < until) {
    const text = repetition(random);
    if (!passes(text, oxc)) continue;
    accepted++;
    parseOnce(text, oxc);
  }
  console.log(`accepted ${accepted}`);
}
