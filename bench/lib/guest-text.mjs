// How a program is put for engines that know only scripts: the wrapper that a careful user of
// such an engine would write.

/** The program as the body of an async function. */
export function asBody(program) {
  return program.kind === "expression" ? `return (${program.text}\n);` : program.text;
}

/** The program as a script whose value is a promise of its result as JSON text. */
export function asJsonScript(program) {
  return `(async () => {\n${asBody(program)}\n})().then((value) => JSON.stringify(value))`;
}

/** The program as an ES module whose default export is its result. */
export function asModule(program, tools) {
  const prelude = program.tools === undefined ? "" : `const tools = ${tools};\n`;
  return `${prelude}export default await (async () => {\n${asBody(program)}\n})();`;
}

/**
 * A script whose value is a function of one host function `(name, json) => promise of json`; it
 * defines the global `tools`. One host function for all tools is the quickest way there is.
 */
export function toolsScript(tools) {
  return `(${installTools})(${JSON.stringify(Object.keys(tools))})`;
}

function installTools(names) {
  const { parse, stringify } = JSON;
  return (call) => {
    const tools = {};
    for (const name of names) {
      tools[name] = async (input) => parse(await call(name, stringify(input)));
    }
    globalThis.tools = tools;
  };
}

/** The host's half of {@link toolsScript}. */
export async function callTool(tools, name, json) {
  return JSON.stringify(await tools[name].execute(JSON.parse(json)));
}
