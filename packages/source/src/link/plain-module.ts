import { isLineEnd } from "../text.js";
import type { ModuleBody, Span } from "./body.js";

/** What a plain module is made from; all places are in `code`. */
export interface PlainSource {
  readonly code: string;
  /** Where each `import()` begins. */
  readonly dynamicImports: readonly number[];
  readonly body: ModuleBody;
  /** The local name behind each exported one; names that come from elsewhere are not here. */
  readonly exported: ReadonlyMap<string, string>;
  /** Names that something is assigned to after they were declared, and declared only once. */
  readonly changing: ReadonlySet<string>;
  readonly awaits: boolean;
}

/** What stands in for the engine. */
export interface PlainLinks {
  /**
   * Where modules import `load(from, specifier)` from, which does what `import()` does, and
   * `run(number, numbers, body)`, which calls a body when the bodies it needs have ended.
   */
  readonly specifier: string;
  /** A word that the author cannot know, for names; letters and digits. */
  readonly secret: string;
  /** The number of a module whose body is run. */
  numberOf(name: string): number;
}

/** A module for engines that know neither `import()` nor `await` at the top level. */
export interface PlainModule {
  readonly code: string;
  /** How many characters stand before the author's first, on the same line. */
  readonly ahead: number;
}

interface Edit extends Span {
  readonly text: string;
}

/**
 * A module without `import()`: a function stands in its place, whose name is as long as the word, so
 * that columns stay what they are. It is made on a line of its own at the end, a function because
 * those are there before a module runs. A guest that finds the name has found `import()`.
 */
export function withoutImportCalls(
  { code, dynamicImports }: Pick<PlainSource, "code" | "dynamicImports">,
  name: string,
  links: PlainLinks,
): PlainModule {
  const load = importCalls(code, dynamicImports, name, links);
  return { code: edited(code, load.edits) + load.end, ahead: 0 };
}

/**
 * The same for a module that awaits something at the top level, or imports one that does: its
 * statements become the body of a function, which `run` calls. Nobody sees its exports before that
 * has ended, and so they can be taken from the body then; only what changes later is declared
 * outside, where importers see it change.
 */
export function withBody(
  source: PlainSource,
  name: string,
  needs: readonly string[],
  links: PlainLinks,
): PlainModule {
  const { code, body, exported, changing, awaits } = source;
  const load = importCalls(code, source.dynamicImports, name, links);
  const edits: Edit[] = [...load.edits];
  for (const span of [...body.outside, ...body.words]) edits.push(blank(code, span));

  const outer = new Set<string>();
  const locals = new Set(exported.values());
  for (const { start, end, names, patterns } of body.declarations) {
    if (!names.some((local) => locals.has(local) && changing.has(local))) continue;
    for (const local of names) outer.add(local);
    // A statement of its own: what stands before may end without a semicolon.
    edits.push({ start, end, text: ";  " });
    for (const pattern of patterns) {
      edits.push({ start: pattern.start, end: pattern.start, text: "(" });
      edits.push({ start: pattern.end, end: pattern.end, text: ")" });
    }
  }

  const names = `$${links.secret}`;
  const list: string[] = [];
  const taken: string[] = [];
  const takenFirst: string[] = [];
  const declared = [...outer];
  if (body.defaultValue !== undefined) {
    const { words, end, unnamed } = body.defaultValue;
    const alias = shortName(code, links.secret, "$".length + 4);
    // As a property, because a function without a name is called "default".
    const instead = unnamed ? `${alias}={default:` : `${alias}=`;
    edits.push({ ...words, text: keepingLines(code, words, instead) });
    if (unnamed) edits.push({ start: end, end, text: "}.default;" });
    declared.push(alias);
    list.push(`${alias} as default`);
  }
  for (const [exportedName, local] of body.passedOn) {
    list.push(`${local} as ${JSON.stringify(exportedName)}`);
  }
  for (const [exportedName, local] of exported) {
    if (outer.has(local)) list.push(`${local} as ${JSON.stringify(exportedName)}`);
    else {
      const alias = `${names}_${taken.length}`;
      taken.push(`${alias}=${local};`);
      if (body.functions.has(local)) takenFirst.push(`${alias}=${local};`);
      declared.push(alias);
      list.push(`${alias} as ${JSON.stringify(exportedName)}`);
    }
  }
  const numbers = needs.map((needed) => links.numberOf(needed)).join();
  const head = `${names}r(${links.numberOf(name)},[${numbers}],${awaits ? "async" : ""}()=>{${takenFirst.join("")}`;
  const end = [
    `\n;${taken.join("")}});`,
    ...body.outside.map((span) => `\n${code.slice(span.start, span.end)};`),
    `\nimport{run as ${names}r}from"${links.specifier}";`,
    declared.length === 0 ? "" : `var ${declared.join()};`,
    list.length === 0 ? "" : `export{${list.join()}};`,
    load.end,
  ];
  return { code: head + edited(code, edits) + end.join(""), ahead: head.length };
}

function importCalls(
  code: string,
  dynamicImports: readonly number[],
  from: string,
  { specifier, secret }: PlainLinks,
): { edits: Edit[]; end: string } {
  if (dynamicImports.length === 0) return { edits: [], end: "" };
  const name = shortName(code, secret, "import".length);
  const edits = dynamicImports.map((start) => ({
    start,
    end: start + "import".length,
    text: name,
  }));
  const bound = `function ${name}(specifier){return $${secret}l(${JSON.stringify(from)},specifier)}`;
  return { edits, end: `\nimport{load as $${secret}l}from"${specifier}";${bound}` };
}

/** A name that is nowhere in the text, as long as what it replaces where that can be had. */
function shortName(code: string, secret: string, length: number): string {
  for (let at = 0; at + length <= secret.length; at++) {
    const name = `$${secret.slice(at, at + length - 1)}`;
    if (!code.includes(name)) return name;
  }
  return `$${secret}${length}`;
}

/** `text` with some of it replaced; nothing is replaced twice. */
function edited(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end, text: instead } of [...edits].sort((a, b) => a.start - b.start)) {
    parts.push(text.slice(from, start), instead);
    from = end;
  }
  parts.push(text.slice(from));
  return parts.join("");
}

function blank(text: string, span: Span): Edit {
  return { ...span, text: keepingLines(text, span, "") };
}

/** `instead`, and what it lacks in length and in lines of the span. */
function keepingLines(text: string, { start, end }: Span, instead: string): string {
  let kept = instead;
  for (let at = start; at < end; at++) {
    if (isLineEnd(text.charCodeAt(at))) kept += text[at];
    else if (at - start >= instead.length) kept += " ";
  }
  return kept;
}
