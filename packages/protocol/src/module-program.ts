import {
  LinkError,
  type LinkedGraph,
  type LinkedModule,
  loadTypeEraser,
  readGraph,
} from "@execbox/source";
import type { Frame, ModuleGraph, ThrownReport } from "./engine.js";
import type { ExecuteMessage, ModuleProgram, WireError } from "./messages.js";
import type { RunnerProgram } from "./runner-program.js";

/** Links a module run; throws a `LinkError` before anything of it runs. */
export function prepareModule(
  { code, language }: ExecuteMessage,
  program: ModuleProgram,
): RunnerProgram | Promise<RunnerProgram> {
  const reading = readGraph({
    source: code,
    filename: program.filename,
    modules: program.modules,
    imports: program.imports,
    language: language ?? "typescript",
  });
  if (!reading.needsEraser) return toProgram(reading.link(), program);
  return loadTypeEraser().then((eraser) => toProgram(reading.link(eraser), program));
}

/** What `done` says of a graph that cannot be linked. */
export function toLinkFailure(error: LinkError): WireError {
  const { reason, specifier, filename, line, column } = error;
  return {
    code: "runtime_error",
    link: true,
    name: error.name,
    message: reason,
    ...(specifier === undefined ? {} : { specifier }),
    ...(filename === undefined ? {} : { filename }),
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
  };
}

function toProgram(graph: LinkedGraph, program: ModuleProgram): RunnerProgram {
  return {
    kind: "module",
    start: (realm) => realm.runModule(program, toModuleGraph(graph)),
    locate: (thrown) => locate(graph, thrown),
  };
}

function toModuleGraph(graph: LinkedGraph): ModuleGraph {
  return {
    entry: graph.entry,
    codeOf: (name) => graph.get(name)?.code,
    plainOf: (name, links) => graph.get(name)?.plain(links),
    endOf: (name) => graph.get(name)?.endsWith,
    resolve: (from, specifier) => {
      const name = graph.resolve(from, specifier);
      if (name instanceof LinkError) return { problem: name.message };
      try {
        // What only `import()` reaches is linked when it is reached.
        graph.get(name);
        return { name };
      } catch (error) {
        if (error instanceof LinkError) return { problem: error.message };
        throw error;
      }
    },
  };
}

/** An error in the author's terms: places in the text that was written, not in what ran. */
function locate(
  graph: LinkedGraph,
  { name, message, frames = [] }: ThrownReport,
): Partial<WireError> {
  const placed = frames.flatMap((frame) => place(graph, frame) ?? []);
  const [top] = placed;
  const title =
    name === undefined ? message : message.startsWith(name) ? message : `${name}: ${message}`;
  const lines = placed.map(
    ({ function: fn, file, line, column }) => `    at ${fn} (${file}:${line}:${column})`,
  );
  return {
    ...(name === undefined ? {} : { name, stack: [title, ...lines].join("\n") }),
    ...(top === undefined ? {} : { filename: top.file, line: top.line, column: top.column }),
  };
}

function place(graph: LinkedGraph, frame: Frame): Frame | undefined {
  let module: LinkedModule | undefined;
  try {
    module = graph.get(frame.file);
  } catch {
    // A module that cannot be linked has run nothing; the guest made the frame up.
  }
  const position = module?.positionOf(frame.line, frame.column);
  return position && { ...frame, ...position };
}
