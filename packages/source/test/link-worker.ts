/**
 * Links and evaluates module graphs with V8's own module records, which Node only has
 * under a flag. Each message is a job, each answer what came of it.
 */

import vm from "node:vm";
import { parentPort } from "node:worker_threads";
import { type LinkedGraph, type LinkRequest, loadTypeEraser, readGraph } from "../src/index.js";

/** What to do with a graph. */
export interface GraphJob {
  readonly id: number;
  readonly request: LinkRequest;
  /** `run`: through our link stage; `native`: V8 links the author's text itself. */
  readonly mode: "run" | "native";
}

/** What came of a {@link GraphJob}: the entry's default export, or an error. */
export interface GraphAnswer {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: { readonly name: string; readonly message: string; readonly stack: string };
}

type Load = (from: string, specifier: string) => vm.Module;

function bridge(name: string, names: readonly string[], context: vm.Context): vm.Module {
  return new vm.SyntheticModule(
    [...names],
    function set(this: vm.SyntheticModule) {
      for (const each of names) this.setExport(each, `${name}.${each}`);
    },
    { context, identifier: name },
  );
}

async function evaluate(entry: vm.Module, load: Load): Promise<unknown> {
  await entry.link((specifier, from) => load(from.identifier, specifier));
  await entry.evaluate();
  return "default" in entry.namespace ? await entry.namespace.default : undefined;
}

function run(graph: LinkedGraph, imports: LinkRequest["imports"]): Promise<unknown> {
  const context = vm.createContext({});
  const modules = new Map<string, vm.Module>();
  const load: Load = (from, specifier) => {
    const name = graph.resolve(from, specifier);
    if (typeof name !== "string") throw name;
    return moduleOf(name);
  };
  const moduleOf = (name: string): vm.Module => {
    const known = modules.get(name);
    if (known !== undefined) return known;
    const linked = graph.get(name);
    const made: vm.Module =
      linked === undefined
        ? bridge(name, imports[name] ?? [], context)
        : new vm.SourceTextModule(linked.code, {
            context,
            identifier: name,
            initializeImportMeta: () => {
              throw new Error("the engine was asked for import.meta");
            },
            importModuleDynamically: async (specifier: string) => {
              const module = load(name, specifier);
              await evaluate(module, load);
              return module;
            },
          });
    modules.set(name, made);
    return made;
  };
  return evaluate(moduleOf(graph.entry), load);
}

/** Only for plain graphs: exact paths at the root, and an entry that nobody imports. */
function linkNatively({ source, modules, imports }: LinkRequest): Promise<unknown> {
  const context = vm.createContext({});
  const made = new Map<string, vm.Module>();
  const load: Load = (_from, specifier) => {
    const known = made.get(specifier);
    if (known !== undefined) return known;
    const text = modules[specifier];
    const module =
      text === undefined
        ? bridge(specifier, imports[specifier] ?? [], context)
        : new vm.SourceTextModule(text, { context, identifier: specifier });
    made.set(specifier, module);
    return module;
  };
  return evaluate(new vm.SourceTextModule(source, { context, identifier: "entry" }), load);
}

async function answer({ id, request, mode }: GraphJob): Promise<GraphAnswer> {
  try {
    if (mode === "native") {
      await linkNatively(request);
      return { id };
    }
    const reading = readGraph(request);
    const graph = reading.link(reading.needsEraser ? await loadTypeEraser() : undefined);
    return { id, value: await run(graph, request.imports) };
  } catch (error) {
    const { name, message, stack } = Object(error);
    return { id, error: { name: String(name), message: String(message), stack: String(stack) } };
  }
}

// Node links the imports of a module side by side and listens to the first failure only.
process.on("unhandledRejection", () => undefined);

parentPort?.on("message", async (job: GraphJob) => parentPort?.postMessage(await answer(job)));
