/**
 * What one level of each construct costs a recursive-descent parser, in
 * hundred-thousandths of the smallest stack we parse on.
 *
 * Measured with Node 20 on x64 as the depth at which each production breaks the
 * parser (100,000 / depth). The smallest stack is acorn's on the main thread (984
 * KB); the worker thread gives it four times as much. For oxc, whose frames are
 * native, the smallest is a worker's 4 MB. Depths that broke:
 *
 * | production            | acorn, main | oxc, worker |
 * |-----------------------|------------:|------------:|
 * | `f(f(f(`              |         609 |       6,597 |
 * | `[...[...[`           |         664 |       8,192 |
 * | `{a:{a:`              |         535 |       5,793 |
 * | `` `${`${ ``          |         558 |       6,597 |
 * | `function(){return `  |         395 |       2,233 |
 * | `(a)=>(a)=>`          |         491 |       6,317 |
 * | `class extends `      |       1,387 |       5,312 |
 * | `new new `, `await `  |       2,435 |      17,867 |
 * | `a?b:a?b:`            |       2,656 |      12,098 |
 * | `if(a)if(a)`          |       2,896 |      12,634 |
 * | `for(;;)for(;;)`      |       1,722 |       7,845 |
 * | `l1:l2:`              |       2,773 |      10,173 |
 * | `a+a+`, `!!`, `a**a`  |       3,922 |      15,024 |
 * | `A<A<` (types)        |           - |       5,312 |
 * | `a()()`, `a.b.c`      |        flat |      19,484 |
 * | `namespace A.B.C`     |           - |      17,867 |
 * | `/(?:(?:/`            |       1,649 |        flat |
 *
 * acorn throws where it breaks, except in templates, where V8 aborts the whole
 * process; oxc always ends the process. Hence a bound instead of a `catch`.
 */
export const Weight = {
  paren: 165,
  square: 155,
  /** Also `${`. 190 for the braces, the rest for a label that goes uncounted. */
  brace: 230,
  /** What a bracket, dot or template leaves behind: `a()()` nests to the left. */
  postfix: 6,
  operator: 26,
  question: 38,
  arrow: 205,
  function: 80,
  class: 80,
  /** Any other word of the grammar: `new`, `await`, `typeof`, `extends`, `keyof`, ... */
  word: 41,
  statement: 36,
  for: 60,
  label: 40,
  regexpGroup: 62,
} as const;

/**
 * The most a text may cost: 30 percent of the stack. A host that has used 30 percent
 * of its own before it asks us still leaves twice what we take.
 */
export const MAX_COST = 30_000;

/**
 * How often oxc 0.158 may read a token again because it stands inside a construct
 * that is first tried as one thing and then read as another.
 *
 * A `<` is tried as type arguments, a `(` as an arrow function's parameters; where
 * the tries nest they multiply. `x=a<({a=a<({a=` repeated 16 times (130 characters)
 * takes 26 s and all memory. Growth measured over 2.8 million random nestings: at
 * most 6 for a `<` together with a `({`; these factors give 12.
 */
export const Retry = { angle: 4, paren: 2, patternParen: 3 } as const;

/**
 * The most tokens oxc may be made to read, repetitions included. At about 30 ns
 * each this is a quarter of a second; an ordinary text of 128 KiB needs 100,000.
 */
export const MAX_READS = 8_000_000;

/** acorn compares each named group of a regular expression with all others. */
export const MAX_NAMED_GROUPS = 1_000;
