import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import type { SuiteTest } from "./tests.js";

/** What one front door is given to run a test. */
export interface Program {
  readonly door: "execute" | "runCode";
  /** The snippet, or the entry module. */
  readonly text: string;
  /** Further modules by their path from the suite's `test` folder, such as `./language/a.js`. */
  readonly modules: Readonly<Record<string, string>>;
}

/** The name that programs give to the promise, or value, that says when a test is over. */
export const DONE = "$done";

const SYNC = `var ${DONE} = true;\n`;
const ASYNC = `var $DONE, ${DONE} = new Promise(function (resolve, reject) {
  $DONE = function (error) { if (error) reject(error); else resolve(true); };
});
Object.defineProperty(${DONE}, "constructor", { value: Promise });
`;
/** The suite's errors have no name, and a thrown value is known here by its name alone. */
const NAMED = `Test262Error.prototype.name = "Test262Error";\n`;
/** What the suite finds with the `Function` constructor. */
const GLOBAL_OBJECT = "function fnGlobalObject() { return globalThis; }\n";

/** Puts tests and the suite's harness together. */
export class Composer {
  readonly #home: string;
  readonly #harness = new Map<string, string>();

  constructor(home: string) {
    this.#home = home;
  }

  /** The programs a test is run as: a module by `runCode`, anything else by both doors. */
  programsOf(test: SuiteTest): Program[] {
    if (test.flags.includes("module")) return [this.#asModules(test)];
    const modules = this.#fixturesOf(test.path, test.text);
    if (test.flags.includes("raw")) {
      return (["execute", "runCode"] as const).map((door) => ({ door, text: test.text, modules }));
    }
    const text = this.scriptOf(test);
    // Only tests that must fail may be left without an end: nothing may come after what does not parse.
    const end = test.negative === undefined ? `\n;return ${DONE};` : "";
    return [
      { door: "execute", text: text + end, modules: {} },
      { door: "runCode", text: `export { ${DONE} };\n${text}`, modules },
    ];
  }

  /** A test as the script it was written to be. */
  scriptOf(test: SuiteTest): string {
    return `${this.#preludeOf(test)}\n${test.text}`;
  }

  /** The harness leaves its names on the global object, where the modules of the test find them. */
  #asModules(test: SuiteTest): Program {
    const prelude = this.#preludeOf(test);
    const names = prelude.matchAll(/^(?:var|let|const|function|class) +([\w$]+)/gm);
    const shared = [...names].map(([, name]) => `globalThis.${name} = ${name};`).join("\n");
    const path = `./${test.path}`;
    return {
      door: "runCode",
      text: `import "./harness.js"; import ${JSON.stringify(path)}; export const ${DONE} = globalThis.${DONE};`,
      modules: {
        "./harness.js": `${prelude}\n${shared}\n`,
        [path]: test.text,
        ...this.#fixturesOf(test.path, test.text),
      },
    };
  }

  #preludeOf({ flags, includes }: SuiteTest): string {
    const files = ["sta.js", "assert.js", ...includes];
    const harness = files.map((file) => this.#harnessFile(file)).join("\n");
    return `${flags.includes("async") ? ASYNC : SYNC}${harness}\n${NAMED}`;
  }

  #harnessFile(file: string): string {
    if (file === "fnGlobalObject.js") return GLOBAL_OBJECT;
    let text = this.#harness.get(file);
    if (text === undefined) {
      text = readFileSync(join(this.#home, "harness", file), "utf8");
      this.#harness.set(file, text);
    }
    return text;
  }

  /** What a module names in quotes and the suite has, and what that names. */
  #fixturesOf(path: string, text: string, found: Record<string, string> = {}) {
    for (const [, written] of text.matchAll(/['"](\.{1,2}\/[^'"\n]+\.js)['"]/g)) {
      const other = posix.join(posix.dirname(path), written ?? "");
      if (found[`./${other}`] !== undefined) continue;
      const source = readIfThere(join(this.#home, "test", other));
      if (source === undefined) continue;
      found[`./${other}`] = source;
      this.#fixturesOf(other, source, found);
    }
    return found;
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
