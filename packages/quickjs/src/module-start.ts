import { bindGlobals, Enter, RUNTIME_FILENAME, reexport } from "@execbox/guest";
import type { ModuleGraph, ModuleProgram } from "@execbox/protocol";
import type { Handle } from "./binding.js";
import type { Instance } from "./instance.js";

const AS_SCRIPT = 0;
const AS_MODULE = 1;

/**
 * Gives a module run what it may use and starts its entry; true when something threw. Values get
 * into the engine's own bindings through a name that is there only while no guest code has run:
 * globals as `const` of a script, imports as exports of a module that is evaluated beforehand.
 */
export function startModule(
  instance: Instance,
  program: ModuleProgram,
  graph: ModuleGraph,
): boolean {
  const { binding } = instance;
  const failed = (handle: Handle): boolean => {
    if (binding.exports.qjs_is_exception(handle) !== 0) return true;
    binding.free(handle);
    return false;
  };
  const expose = (specifier: string | undefined, source: string, name: string, flags: number) =>
    failed(instance.enter(Enter.Reveal, specifier)) ||
    failed(binding.evaluate(source, name, flags)) ||
    failed(instance.enter(Enter.Conceal));

  const { values, console, report, fn } = program;
  const flags = [values.text, Number(console), Number(report)];
  if (failed(instance.enterBuffers(Enter.Bind, flags, values.blobs ?? []))) return true;
  const globals = [
    ...program.globals,
    ...(console ? ["console"] : []),
    ...(report ? ["report"] : []),
  ];
  if (globals.length > 0) {
    if (expose(undefined, bindGlobals(globals), RUNTIME_FILENAME, AS_SCRIPT)) return true;
  }
  for (const [specifier, names] of Object.entries(program.imports)) {
    if (expose(specifier, reexport(names), specifier, AS_MODULE)) return true;
  }
  // The engine promises a namespace, and one that exports `then` would be taken for a promise.
  const boxed = `import*as entry from ${JSON.stringify(graph.entry)};export{entry};`;
  const evaluation = binding.evaluate(boxed, RUNTIME_FILENAME, AS_MODULE);
  if (binding.exports.qjs_is_exception(evaluation) !== 0) return true;
  const op = binding.exports.qjs_new_number(Enter.RunModule);
  return failed(instance.enterWith([op, evaluation, binding.newString(fn)]));
}
