import type { Random } from "../random.js";

/** A program that needs nothing from outside and says all it does through its value and logs. */
export interface MadeProgram {
  /** A function's body, which returns its value. */
  readonly body: string;
  /** The same as a snippet, whose value is its last expression. */
  readonly snippet: string;
}

/**
 * Makes small programs over most of the language's surface, with few names so that they meet.
 * Nothing in them depends on an engine's choice: no messages of errors, no stacks, no clocks.
 */
export function makeProgram(random: Random): MadeProgram {
  const maker = new Maker(random);
  const lines = ["let a = 1, b = 'two', c = [3, 1, 2], d = { x: 1, y: { z: 'q' } };"];
  for (let count = 1 + random.below(6); count > 0; count--) lines.push(maker.statement(0));
  const value = `[${maker.show("a")}, ${maker.show("b")}, ${maker.show("c")}, ${maker.show("d")}, ${maker.expression(2)}].map(show)`;
  const text = [SHOW, ...lines].join("\n");
  return { body: `${text}\nreturn ${value};`, snippet: `${text}\n${value}` };
}

/** Values as text: engines agree on it, and everything can be compared. */
const SHOW = `const show = (value, depth = 0) => {
  if (depth > 3) return "deep";
  if (typeof value === "function") return "function " + value.length;
  if (typeof value === "bigint") return value + "n";
  if (typeof value === "symbol") return "symbol";
  if (Object.is(value, -0)) return "-0";
  if (value instanceof Error) return "error " + value.name;
  if (Array.isArray(value)) return "[" + Array.from(value.slice(0, 20), (item) => show(item, depth + 1)).join() + "]" + value.length;
  if (value instanceof Map) return "map" + show([...value], depth + 1);
  if (value instanceof Set) return "set" + show([...value], depth + 1);
  if (value instanceof RegExp) return String(value);
  if (typeof value === "object" && value !== null) return "{" + Object.keys(value).slice(0, 20).map((key) => key + ":" + show(value[key], depth + 1)).join() + "}";
  return String(value).slice(0, 200);
};`;

const NAMES = ["a", "b", "c", "d"];
const BINARY = [
  "+",
  "-",
  "*",
  "/",
  "%",
  "**",
  "<",
  ">",
  "<=",
  "===",
  "!==",
  "==",
  "&&",
  "||",
  "??",
  "&",
  "|",
  "^",
  "<<",
  ">>",
  ">>>",
  ",",
  "in",
  "instanceof",
];
const UNARY = ["-", "+", "!", "~", "typeof ", "void "];
const LITERALS = [
  "0",
  "-0",
  "1",
  "2.5",
  "1e21",
  "NaN",
  "Infinity",
  "''",
  "'x'",
  "'10'",
  "'\\u{1F600}é'",
  "true",
  "false",
  "null",
  "undefined",
  "7n",
  "[]",
  "{}.x",
  "/a(b)?/g",
  "2 ** 53",
  "0.1 + 0.2",
];
const METHODS = [
  "toString()",
  "valueOf()",
  "length",
  "at?.(-1)",
  "slice?.(1)",
  "concat?.('z')",
  "indexOf?.(1)",
  "includes?.('x')",
  "join?.('-')",
  "map?.((v, i) => [i, v])",
  "filter?.(Boolean)",
  "reduce?.((l, r) => l + String(r), '')",
  "toSorted?.()",
  "split?.('')",
  "padStart?.(5, '*')",
  "repeat?.(2)",
  "replace?.(/[a-z]/g, (m) => m.toUpperCase())",
  "flat?.()",
  "entries?.().next?.().value",
  "trim?.()",
  "codePointAt?.(0)",
  "toFixed?.(2)",
  "constructor.name",
  "x",
  "y?.z",
  "hasOwnProperty('x')",
  "match?.(/(.)(?<n>.)?/)?.groups?.n",
];

class Maker {
  readonly #random: Random;
  #names = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  show(name: string): string {
    return this.#random.chance(0.8) ? name : this.expression(1);
  }

  statement(depth: number): string {
    if (depth > 2) return `a = ${this.expression(1)};`;
    const make = this.#random.pick<(depth: number) => string>(this.#statements);
    return make(depth + 1);
  }

  readonly #statements: readonly ((depth: number) => string)[] = [
    () => `${this.#name()} = ${this.expression(0)};`,
    () => `${this.#name()} = ${this.expression(0)};`,
    () => `console.log(show(${this.expression(0)}));`,
    (depth) =>
      `if (${this.expression(1)}) { ${this.statement(depth)} } else { ${this.statement(depth)} }`,
    (depth) => `for (let i = 0; i < ${this.#random.below(4)}; i++) { ${this.statement(depth)} }`,
    (depth) => `for (const k of [${this.expression(2)}, 'k']) { b = k; ${this.statement(depth)} }`,
    (depth) => `for (const k in d) { if (typeof k !== 'string') break; ${this.statement(depth)} }`,
    (depth) =>
      `try { ${this.statement(depth)} ${this.#random.chance(0.4) ? `throw ${this.expression(1)};` : ""} } catch (e) { console.log('caught', show(e)); } finally { ${this.statement(depth)} }`,
    () =>
      `const { x: ${this.#fresh()} = 5, ...${this.#fresh()} } = Object(${this.expression(2)} ?? d);`,
    () =>
      `const [${this.#fresh()} = 1, ...${this.#fresh()}] = Array.isArray(c) ? c : [${this.expression(2)}];`,
    (depth) =>
      `switch (typeof ${this.#name()}) { case 'number': ${this.statement(depth)} break; case 'string': ${this.statement(depth)} default: b = 'switched'; }`,
    () => this.#classStatement(),
    () => `c = [...(function* () { yield 1; yield* [2, ${this.expression(2)}]; return 3; })()];`,
    () => `a = await (async () => ${this.expression(2)})();`,
    () => `b = await Promise.all([${this.expression(2)}, Promise.resolve(2)]);`,
    () => `d = new Map([[${this.expression(2)}, 1], ['m', ${this.expression(2)}]]);`,
    () => `c = new Set([${this.expression(2)}, 1, 1, NaN, NaN]);`,
    () =>
      `outer: for (const i of [1, 2, 3]) { for (const j of [1, 2]) { if (j === i) continue outer; a = i * j; } }`,
    () => `b = JSON.stringify(${this.expression(2)}, null, 1)?.slice(0, 100);`,
    () =>
      `d = structuredClone({ x: ${this.#random.pick(LITERALS.filter((text) => text !== "{}.x"))} });`,
    () =>
      `b = ((${this.#fresh()} = ${this.expression(2)}, ...rest) => [rest.length, show(${this.#name()})])(1, 2, 3);`,
  ];

  expression(depth: number): string {
    if (depth > 3) return this.#random.pick([...NAMES, ...LITERALS]);
    const random = this.#random;
    const next = (): string => this.expression(depth + 1);
    switch (random.below(12)) {
      case 0:
      case 1:
        return random.pick(NAMES);
      case 2:
      case 3:
        return random.pick(LITERALS);
      case 4:
        return `((${next()}) ${this.#binary()} (${next()}))`;
      case 5:
        return `(${random.pick(UNARY)}(${next()}))`;
      case 6:
        return `(${next()})?.${random.pick(METHODS)}`;
      case 7:
        return `[${next()}, ...[${next()}]]`;
      case 8:
        return `({ x: ${next()}, ['k' + ${random.below(3)}]: ${next()}, get g() { return ${next()}; } })`;
      case 9:
        return `((${next()}) ? ${next()} : ${next()})`;
      case 10:
        return `((p) => ${next()})(${next()})`;
      default:
        return `\`t\${show(${next()})}\``;
    }
  }

  #binary(): string {
    return this.#random.pick(BINARY);
  }

  #name(): string {
    return this.#random.pick(NAMES);
  }

  #fresh(): string {
    return `n${this.#names++}`;
  }

  #classStatement(): string {
    const name = `C${this.#names++}`;
    return `class ${name} { #p = ${this.expression(2)}; static s = 1; get p() { return this.#p; } m(v = 2) { return [v, ${name}.s++]; } } d = { x: new ${name}().p, y: new ${name}().m() };`;
  }
}
