/** A way in which we differ from the language's own tests, on purpose or not, and why. */
export interface Difference {
  readonly reason: string;
  /** Valid programs that are refused with a message like this. */
  readonly refusedLike?: RegExp;
  /** Invalid programs that run all the same. */
  readonly accepted?: readonly string[];
}

const STRICT = "All guest code is strict, in both doors; see docs/decisions/005-strict-mode.md.";

/** Every expected difference. One that no longer occurs is a failure, as is one that is not here. */
export const differences: readonly Difference[] = [
  { reason: STRICT, refusedLike: /in strict mode/ },
  { reason: `${STRICT} It reserves more words.`, refusedLike: /The keyword .* is reserved/ },
  { reason: `${STRICT} Numbers begin with no zero.`, refusedLike: /Invalid number/ },
  { reason: `${STRICT} Parameters have different names.`, refusedLike: /Argument name clash/ },
  {
    reason: `${STRICT} A function is no body of an if or a label.`,
    refusedLike: /^(SyntaxError: )?Unexpected token/,
  },
  {
    reason:
      "HTML-like comments are refused everywhere: they are comments in scripts and operators in modules, and nobody means either.",
    refusedLike: /HTML-like comments are not supported/,
  },
  {
    reason: "The scan that bounds nesting refuses what two readers could take for two programs.",
    refusedLike: /This slash may divide or begin a regular expression/,
  },
  {
    reason: "runCode reads modules, in which a function cannot be declared twice.",
    refusedLike: /has already been declared/,
  },
  {
    reason: "Programs that import: the run is given nothing to import.",
    refusedLike: /Cannot find '/,
  },
  {
    reason: "QuickJS does not find the outer of two labels on one loop.",
    refusedLike: /break\/continue label not found/,
  },
  {
    reason: "A snippet may end with return: that is how its value can be given.",
    accepted: [
      "execute fail/02e5861a1ef10c42.js",
      "execute fail/7187f0675eb38279.js",
      "execute fail/7bfaaa1e80d6255f.js",
      "execute fail/8beaabe25ab7e0a8.js",
    ],
  },
  {
    reason: "A snippet that begins with a brace is read as an expression first.",
    accepted: ["execute fail/ec226eb321cf8655.js"],
  },
  {
    reason: "The tests are of 2017: class fields and line separators in strings are valid now.",
    accepted: [
      "execute fail/647e21f8f157c338.js",
      "execute fail/8af69d8f15295ed2.js",
      "execute fail/98204d734f8c72b3.js",
      "execute fail/ef81b93cf9bdb4ec.js",
      "runCode fail/647e21f8f157c338.js",
      "runCode fail/8af69d8f15295ed2.js",
      "runCode fail/98204d734f8c72b3.js",
      "runCode fail/ef81b93cf9bdb4ec.js",
    ],
  },
  {
    reason: "Scripts that are invalid only because they are modules run as modules.",
    accepted: ["runCode fail/4554c00dbb28cad8.js"],
  },
  {
    reason: "The letter is of a newer Unicode than the tests.",
    accepted: ["runCode fail/c060a3014ad24dfd.js"],
  },
  {
    reason: "The parser and QuickJS are lenient here; nothing is gained by it.",
    accepted: [
      "execute early/0f5f47108da5c34e.js",
      "execute early/84ef3bbaa772075f.js",
      "execute early/987442878ab414e7.js",
      "runCode early/0f5f47108da5c34e.js",
      "runCode early/84ef3bbaa772075f.js",
      "runCode early/987442878ab414e7.js",
    ],
  },
];
