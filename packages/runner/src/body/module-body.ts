/**
 * The program of a process that runs a module: JSON on stdin is the input, one line of JSON on
 * stdout the answer, everything the body prints goes to stderr. Arguments: the URL of the module,
 * and for TypeScript the bundle's folder and the folder with its erased files.
 */
import { Console } from "node:console";
import * as nodeModule from "node:module";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { callBody } from "./call-body.js";
import { useTypeHooks } from "./use-type-hooks.js";

const [url = "", bundle, erased] = process.argv.slice(2);

const write = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr);
globalThis.console = new Console(process.stderr, process.stderr);

if (bundle !== undefined && erased !== undefined) {
  const roots = { bundle: pathToFileURL(`${bundle}/`).href, erased };
  useTypeHooks(nodeModule, new URL("type-hooks.mjs", import.meta.url), roots);
}
const given = await text(process.stdin);
const input: unknown = given === "" ? undefined : JSON.parse(given);
const answer = await callBody(url, input, (stack) => process.stderr.write(`${stack}\n`));
// What the body left running must not keep its process alive; what it printed must still arrive.
write(`${JSON.stringify(answer)}\n`, () => process.stderr.write("", () => process.exit(0)));
