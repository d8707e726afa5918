/**
 * Who is measured, in the order of the tables. A contender is one file that exports
 *
 * - `name`, `short` (a column's heading), `package` (whose version is shown);
 * - `engine`: `"quickjs"` or `"v8"`; `fresh`: what makes a run's sandbox new, and where it runs;
 * - `ours`, or `beside`: which of ours does the same job in the same kind of place;
 * - `flags`: what `node` needs to be started with; `cannot`: `{ caseId: reason }`;
 * - `setup({ live })`: resolves to `{ run(program, { timeoutMs }), teardown() }`. It imports its
 *   package itself, so that one that is not installed is a note and not a crash. `live` asks for
 *   room for that many sandboxes at the same time.
 */
export const CONTENDERS = [
  "execbox-inline",
  "execbox-worker",
  "execbox-process",
  "quickjs-emscripten",
  "quickjs-wasi",
  "sebastianwessel-quickjs",
  "run",
  "isolated-vm",
  "utcp-code-mode",
  "secure-exec",
];

/** Loads the description of one contender; its package is not imported yet. */
export async function loadContender(file) {
  const { contender } = await import(`./${file}.mjs`);
  return { file, flags: [], cannot: {}, ...contender };
}
