import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { CodeRunnerUnderTest, HostileFamily } from "@execbox/conformance";
import type { Executor, ExecutorRuntimeOptions } from "@execbox/core";
import { build, type Plugin } from "esbuild";

/** One defence switched off: a piece of source, and what stands there without the defence. */
export interface Sabotage {
  readonly family: HostileFamily;
  readonly defence: string;
  /** Path from the root of the repository. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/** A build of QuickJS inline, with a defence missing. */
export interface WeakenedBuild {
  createExecutor(options?: ExecutorRuntimeOptions): Executor;
  createRunner(options?: { safetyCapMs?: number }): CodeRunnerUnderTest;
  remove(): void;
}

const ROOT = new URL("../../../../", import.meta.url);

/** One defence for each family: without it, the family must fail. */
export const sabotages: readonly Sabotage[] = [
  {
    family: "constructors",
    defence: "eval and the function constructors are replaced",
    file: "packages/guest/runtime/permits.ts",
    find: "  disableCodeFromText();\n",
    replace: "  void disableCodeFromText;\n",
  },
  {
    family: "errors",
    defence: "Error.prepareStackTrace is locked",
    file: "packages/guest/runtime/permits.ts",
    find: 'defineAccessor(Error, "prepareStackTrace",',
    replace: 'defineAccessor(Error, "unused",',
  },
  {
    family: "thenables",
    defence: "promises are made with the captured constructor",
    file: "packages/guest/runtime/primordials.ts",
    find: "export const PromiseCtor = Promise;",
    replace:
      "export const PromiseCtor = new Proxy(Promise, { construct: (_t, args) => Reflect.construct(globalThis.Promise, args) });",
  },
  {
    family: "proxies",
    defence: "values with a toJSON in reach are written without asking it",
    file: "packages/guest/runtime/json.ts",
    find: "const text = sawToJson ? write(value) : stringifyJson(value);",
    replace: "const text = sawToJson && !write ? write : stringifyJson(value);",
  },
  {
    family: "patched",
    defence: "JSON.parse is captured while the realm is clean",
    file: "packages/guest/runtime/primordials.ts",
    find: "export const parseJson = JSON.parse as (text: string) => unknown;",
    replace: "export const parseJson = (text: string): unknown => JSON.parse(text);",
  },
  {
    family: "forged",
    defence: "errors are known by identity",
    file: "packages/guest/runtime/thrown.ts",
    find: "const origin = weakMapGet(origins, thrown) as Origin | undefined;",
    replace:
      "const origin = (weakMapGet(origins, thrown) ?? ((thrown as { code?: unknown }).code === 'tool_error' ? { call: 1, unserializable: false } : undefined)) as Origin | undefined;",
  },
  {
    family: "modules",
    defence: "given values are put out of reach before the module runs",
    file: "packages/guest/runtime/module.ts",
    find: "  deleteProperty(globalThis, REVEALED);\n",
    replace: "  void deleteProperty;\n",
  },
  {
    family: "wrapper",
    defence: "the author's text is read alone before it is wrapped",
    file: "packages/protocol/src/runner-program.ts",
    find: "export function prepareScript(",
    replace:
      "export const prepareScript: typeof guarded = ({ code }) => ({ kind: 'script', start: (realm) => realm.run('(async () => {' + code + '\\n})'), locate: () => ({}) }) as never;\nfunction guarded(",
  },
  {
    family: "unicode",
    defence: "console lines leave the sandbox as JSON",
    file: "packages/guest/runtime/console.ts",
    find: "host(Host.Log, stringifyJson(line));",
    replace: "host(Host.Log, '\"' + line + '\"');",
  },
  {
    family: "cpu",
    defence: "guest code is interrupted at its deadline",
    file: "packages/protocol/src/runner-execution.ts",
    find: "shouldStop: () => performance.now() > deadline || shouldStop(),",
    replace: "shouldStop: () => performance.now() > deadline + 2_000 || shouldStop(),",
  },
  {
    family: "memory",
    defence: "the engine is given the limit",
    file: "packages/quickjs/src/realm.ts",
    find: "exports.qjs_set_memory_limit(Math.min(memoryLimitBytes + image.usedBytes, MAX_WASM_LIMIT));",
    replace: "void [exports, memoryLimitBytes, image, MAX_WASM_LIMIT];",
  },
  {
    family: "floods",
    defence: "calls beyond the number that may be open wait in the guest's memory",
    file: "packages/guest/runtime/tools.ts",
    find: "return open === 0 || (open < maxOpen && openChars + size <= MAX_CHARS);",
    replace: "return size + maxOpen + openChars + MAX_CHARS > 0;",
  },
  {
    family: "recursion",
    defence: "text that nests too deep reaches no parser",
    file: "packages/source/src/nesting/scan.ts",
    find: "export function assertShallow(",
    replace:
      "export function assertShallow(..._ignored: unknown[]): void {}\nexport function unused(",
  },
  {
    family: "settlement",
    defence: "calls of the turn in which a program ends do not go out",
    file: "packages/quickjs/src/realm.ts",
    find: "      this.#events.end(outcome);\n      return;",
    replace:
      "      for (const { call, tool, text } of calls) this.#events.call(call, tool, text);\n      this.#events.end(outcome);\n      return;",
  },
];

/** Builds QuickJS and both front doors into a folder of their own, without one defence. */
export async function buildWithout(sabotage: Sabotage | undefined): Promise<WeakenedBuild> {
  const folder = mkdtempSync(join(tmpdir(), "execbox-sabotage-"));
  const bundle = join(folder, "bundle");
  mkdirSync(bundle);
  const edits = new Edits(sabotage);
  const runtime = await edits.bundle("packages/guest/runtime/index.ts", {
    format: "iife",
    globalName: "execbox",
  });
  const guest = `(()=>{"use strict";${runtime};return execbox.boot})()`;
  const program = await edits.bundle("packages/trials/sabotage/entry.ts", {
    format: "esm",
    guest,
  });
  edits.assertMade();
  writeFileSync(join(bundle, "index.js"), program);
  const at = (path: string): string => fileURLToPath(new URL(path, ROOT));
  copyFileSync(at("packages/quickjs/dist/bundle/engine.wasm"), join(bundle, "engine.wasm"));
  const require = createRequire(at("packages/quickjs/package.json"));
  const shipped = readFileSync(require.resolve("quickjs-wasi/quickjs.wasm"));
  const loaded = (await import(pathToFileURL(join(bundle, "index.js")).href)) as WeakenedEntry;
  writeFileSync(join(bundle, "base.image"), await loaded.bootImage(shipped));
  const { createExecutor, createRunner } = loaded;
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  return { createExecutor, createRunner, remove };
}

/** What `sabotage/entry.ts` exports, out of another bundle. */
interface WeakenedEntry extends Pick<WeakenedBuild, "createExecutor" | "createRunner"> {
  bootImage(wasm: Uint8Array): Promise<Uint8Array>;
}

/** Bundles from source, with one edit; an edit that finds nothing is a failure. */
class Edits {
  readonly #sabotage: Sabotage | undefined;
  #made = false;

  constructor(sabotage: Sabotage | undefined) {
    this.#sabotage = sabotage;
  }

  async bundle(
    entry: string,
    options: { format: "iife" | "esm"; globalName?: string; guest?: string },
  ): Promise<string> {
    const { guest, ...output } = options;
    const { outputFiles } = await build({
      ...output,
      entryPoints: [fileURLToPath(new URL(entry, ROOT))],
      bundle: true,
      write: false,
      target: "es2023",
      charset: "ascii",
      platform: output.format === "esm" ? "node" : "neutral",
      external: ["oxc-transform"],
      plugins: [this.#sources(), ...(guest === undefined ? [] : [embedGuest(guest)])],
    });
    return outputFiles[0]?.text ?? "";
  }

  assertMade(): void {
    if (this.#sabotage !== undefined && !this.#made) {
      throw new Error(`${this.#sabotage.file} no longer holds: ${this.#sabotage.find}`);
    }
  }

  /** Our packages by their sources, with the edit in its place. */
  #sources(): Plugin {
    return {
      name: "sources",
      setup: ({ onResolve, onLoad }) => {
        onResolve({ filter: /^@execbox\// }, ({ path }) => {
          const [, name, part = "index"] = path.split("/");
          return { path: fileURLToPath(new URL(`packages/${name}/src/${part}.ts`, ROOT)) };
        });
        onLoad({ filter: /\/packages\/.*\.ts$/ }, ({ path }) => {
          const text = readFileSync(path, "utf8");
          const { file, find, replace } = this.#sabotage ?? NOTHING;
          if (file === "" || !path.endsWith(file) || !text.includes(find)) return undefined;
          this.#made = true;
          return { contents: text.replace(find, () => replace), loader: "ts" };
        });
      },
    };
  }
}

const NOTHING = { file: "", find: "", replace: "" };

function embedGuest(runtime: string): Plugin {
  return {
    name: "guest",
    setup({ onLoad }) {
      onLoad({ filter: /\/guest\/src\/generated\/runtime\.ts$/ }, () => ({
        contents: `export const GUEST_RUNTIME = ${JSON.stringify(runtime)};`,
        loader: "js",
      }));
    },
  };
}
