import type { SuiteTest } from "./tests.js";

/** Which tests a rule is about: those for which all that is given holds. */
export interface Rule {
  readonly reason: string;
  /** How the path begins. */
  readonly under?: readonly string[];
  readonly flag?: string;
  /** Any of these. */
  readonly features?: readonly string[];
  /** What the text says, or the list of the harness's files it needs. */
  readonly uses?: RegExp;
}

/** A way in which a test may come out otherwise in the sandbox than in its bare engine. */
export interface Difference extends Rule {
  readonly engine?: string;
  readonly door?: "execute" | "runCode";
  /** How it ends in the sandbox; `completed` when it should fail and does not. */
  readonly ending?: RegExp;
}

/** The folders that are run. */
export const FOLDERS: readonly string[] = ["annexB", "built-ins", "language"];

/** Tests that are not run, and why. */
export const leftOut: readonly Rule[] = [
  {
    reason:
      "Sloppy mode: all guest code is strict, in both doors (docs/decisions/005-strict-mode.md).",
    flag: "noStrict",
  },
  {
    reason: "Shared memory: SharedArrayBuffer and Atomics are removed.",
    features: ["SharedArrayBuffer", "Atomics"],
  },
  {
    reason: "Shared memory: SharedArrayBuffer and Atomics are removed.",
    under: ["built-ins/Atomics/", "built-ins/SharedArrayBuffer/"],
  },
  {
    reason:
      "The test needs a host that makes realms, runs scripts, detaches buffers or starts threads.",
    uses: /\$262\b|detachArrayBuffer\.js/,
  },
  {
    reason: "Proper tail calls: neither engine has them.",
    features: ["tail-call-optimization"],
  },
  {
    reason:
      "Tables of the Unicode of 2018, one code point after the other: the engines know a newer one.",
    under: ["built-ins/RegExp/property-escapes/generated/"],
  },
];

const CODE_FROM_TEXT =
  "Code from text: eval and the function constructors throw an EvalError (docs/threats.md).";

/**
 * Every way in which the sandbox may do something else than its bare engine: all of them on purpose.
 * One that no longer occurs is a failure, as is a difference that is not here.
 */
export const differences: readonly Difference[] = [
  { reason: CODE_FROM_TEXT, ending: /EvalError/ },
  {
    reason: `${CODE_FROM_TEXT} The test says so in words of its own.`,
    uses: /\b(?:eval|Function)\b/,
    under: [
      "built-ins/Function/S15",
      "built-ins/Function/prototype/apply/",
      "built-ins/Function/prototype/call/",
      "language/",
    ],
    ending: /^Test262Error/,
  },
  {
    reason:
      "HTML-like comments are refused everywhere: they are comments in scripts and operators in modules, and nobody means either.",
    door: "execute",
    under: ["annexB/language/comments/"],
    ending: /HTML-like comments are not supported/,
  },
  {
    reason:
      "A module declares a name twice: QuickJS lets it, the language and our link stage do not.",
    engine: "quickjs",
    door: "runCode",
    under: ["language/block-scope/", "language/reserved-words/"],
    ending: /has already been declared/,
  },
  {
    reason:
      "What the runtime has replaced shows its own text, where the engine's functions show their name and [native code].",
    engine: "isolated-vm",
    under: ["built-ins/Function/prototype/toString/intrinsics.js"],
    ending: /contains its name/,
  },
  {
    reason: "A buffer that V8 has no memory for ends the run, where QuickJS throws a RangeError.",
    engine: "isolated-vm",
    under: ["built-ins/ArrayBuffer/allocation-limit.js"],
    ending: /^memory/,
  },
];

/** Whether a rule is about a test. */
export function concerns(rule: Rule, test: SuiteTest): boolean {
  const { under, flag, features, uses } = rule;
  return (
    (under === undefined || under.some((start) => test.path.startsWith(start))) &&
    (flag === undefined || test.flags.includes(flag)) &&
    (features === undefined || features.some((feature) => test.features.includes(feature))) &&
    (uses === undefined || uses.test(test.text) || uses.test(test.includes.join()))
  );
}
