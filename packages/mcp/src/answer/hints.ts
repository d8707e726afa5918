import { closestName, type ExecuteError, TIMED_OUT } from "@execbox/core";
import type { Catalogue } from "../catalogue/catalogue.js";

const MAX_HINTS = 3;
const MAX_CODE_CHARS = 200_000;

/** What would help the author of code that failed; the most telling first. */
export function hintsFor(error: ExecuteError, code: string, catalogue: Catalogue): string[] {
  const text = code.slice(0, MAX_CODE_CHARS);
  const hints: string[] = [];
  switch (error.code) {
    case "runtime_error":
      hints.push(...unknownTools(text, catalogue), ...unknownNames(error.message, catalogue));
      break;
    case "timeout":
      // A server that gave no answer in time has said so itself.
      if (error.message !== TIMED_OUT) break;
      hints.push("run independent calls side by side with Promise.all, or do less in one run");
      break;
    case "validation_error":
      hints.push(...wantedInput(error.message, catalogue));
      break;
    case "memory_limit":
      hints.push("keep less at once: ask tools for pages, and keep only the fields you need");
      break;
    case "serialization_error":
      hints.push("return plain JSON: strings, numbers, booleans, null, arrays, objects");
      break;
  }
  return hints.slice(0, MAX_HINTS);
}

/** Members of our namespaces that the code names and that do not exist. */
function unknownTools(code: string, catalogue: Catalogue): string[] {
  return catalogue.upstreams.flatMap(({ namespace, provider, trouble }) => {
    const names = Object.keys(provider.tools);
    const pattern = new RegExp(
      `(?<![\\w$.])${namespace.replaceAll("$", "\\$")}\\s*(?:\\?\\.|\\.)\\s*([A-Za-z_$][\\w$]*)`,
      "g",
    );
    const named = new Set([...code.matchAll(pattern)].map((match) => match[1] ?? ""));
    const unknown = [...named].filter((name) => !Object.hasOwn(provider.tools, name));
    return unknown.map((name) => {
      const path = `${namespace}.${name}`;
      if (names.length === 0 && trouble !== undefined) return `${path}: ${trouble}`;
      const meant = closestName(name, names) ?? containing(name, names);
      return meant === undefined
        ? `there is no tool ${path}; search for one`
        : `there is no tool ${path}; did you mean ${namespace}.${meant}?`;
    });
  });
}

/** `read` may mean `read_text_file`, however far apart the two are to spell. */
function containing(name: string, names: readonly string[]): string | undefined {
  const part = name.toLowerCase();
  if (part.length < 3) return undefined;
  return names.find((candidate) => candidate.toLowerCase().includes(part));
}

/** What people expect to find in every JavaScript, and what there is instead. */
const ABSENT: ReadonlyMap<string, string> = new Map([
  ["fetch", "there is no network here; a tool may do what you need"],
  ["require", "there are no modules here; everything is plain JavaScript and the tools"],
  ["process", "there is no process or environment here"],
  ["Buffer", "there is no Buffer here; strings and typed arrays are"],
  ["setTimeout", "there are no timers here; await the tools instead"],
  ["setInterval", "there are no timers here; await the tools instead"],
]);

function unknownNames(message: string, catalogue: Catalogue): string[] {
  const name = /^(?:ReferenceError: )?'?([\w$]{1,60})'? is not defined/.exec(message)?.[1];
  if (name === undefined) return [];
  const absent = ABSENT.get(name);
  if (absent !== undefined) return [absent];
  const owner = catalogue.entries.find(({ safeName }) => safeName === name);
  if (owner !== undefined) return [`call it as ${owner.path}`];
  const namespaces = catalogue.upstreams.map(({ namespace }) => namespace);
  const meant = closestName(name, namespaces);
  return meant === undefined ? [] : [`did you mean ${meant}?`];
}

function wantedInput(message: string, catalogue: Catalogue): string[] {
  const path = /Invalid input for ([\w$.]{1,200}):/.exec(message)?.[1];
  const entry = catalogue.entries.find((candidate) => candidate.path === path);
  return entry === undefined ? [] : [`search for "${entry.path}" to see its input`];
}
