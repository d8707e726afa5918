import { isLineEnd } from "../text.js";
import { type EditedText, editedAfter } from "./edits.js";
import type { MetaProperty } from "./module-parser.js";

/**
 * Replaces every `import.meta` of a module by one object with nothing but a `url`.
 *
 * Engines differ in what they put there. A function makes the object, because functions
 * are there before a module runs: in a cycle of imports another module may call one of
 * this module's functions first. It overwrites itself to give the same object again.
 * All of it stands before the author's first line, on that line, and line breaks inside
 * an `import.meta` stay, so that lines keep their numbers.
 */
export function replaceImportMeta(
  text: string,
  metas: readonly MetaProperty[],
  url: string,
): EditedText {
  // A hashbang is only one at the very start, which engines may not grant a module.
  const runnable = text.startsWith("#!") ? `//${text.slice(2)}` : text;
  if (metas.length === 0) return editedAfter("", runnable, []);
  const name = freeName(runnable);
  const head = `function ${name}(){const m={__proto__:null,url:${literal(url)}};${name}=()=>m;return m}`;
  const edits = metas.map((meta) => ({ ...meta, text: replacement(runnable, meta, name) }));
  return editedAfter(head, runnable, edits);
}

/**
 * Without brackets around it, since a line that begins with one would continue the line
 * before. Only after `new` they are needed: `new f().a()` is not `new (f()).a()`.
 */
function replacement(text: string, { start, end, constructed }: MetaProperty, name: string) {
  const breaks = [...text.slice(start, end)].filter((one) => isLineEnd(one.charCodeAt(0))).join("");
  return (constructed ? `(${name}())` : `${name}()`) + breaks;
}

/** An identifier that stands nowhere in the text, also not in escapes. */
function freeName(text: string): string {
  const plain = text.includes("\\u") ? withoutEscapes(text) : text;
  const taken = new Set(plain.match(/\$meta\d*/g));
  let name = "$meta";
  // One pass over the text however many such names a guest wrote into it.
  for (let count = 1; taken.has(name); count++) name = `$meta${count}`;
  return name;
}

function withoutEscapes(text: string): string {
  return text.replace(/\\u(?:\{0*([0-9a-f]{1,6})\}|([0-9a-f]{4}))/gi, (written, braced, plain) => {
    const code = Number.parseInt(braced ?? plain, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : written;
  });
}

/** A string literal on one line: JSON leaves two of the line terminators as they are. */
function literal(value: string): string {
  return JSON.stringify(value).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}
