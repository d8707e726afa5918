import { isLineEnd } from "../text.js";
import type { ModuleBody, Span } from "./body.js";
import { type Edit, edited } from "./edits.js";

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
  const { code, body, awaits } = source;
  const load = importCalls(code, source.dynamicImports, name, links);
  const variables = changingVariables(source);
  const exports = exportsOf(source, variables.names, links.secret);
  const numbers = needs.map((needed) => links.numberOf(needed)).join();
  const run = `$${links.secret}r`;
  const head = `${run}(${links.numberOf(name)},[${numbers}],${awaits ? "async" : ""}()=>{${exports.begin}`;
  const declared = [...variables.names, ...exports.aliases];
  const end = [
    `\n;${exports.end}});`,
    ...body.outside.map((span) => `\n${code.slice(span.start, span.end)};`),
    `\nimport{run as ${run}}from"${links.specifier}";`,
    declared.length === 0 ? "" : `var ${declared.join()};`,
    exports.list.length === 0 ? "" : `export{${exports.list.join()}};`,
    load.end,
  ];
  const edits = [
    ...load.edits,
    // What stands before may end without a semicolon, and what follows may go on with it.
    ...body.outside.map((span) => instead(code, span, ";")),
    ...body.lists.map((span) => instead(code, span, ";")),
    ...body.words.map((span) => instead(code, span, "")),
    ...variables.edits,
    ...exports.edits,
  ];
  return { code: head + edited(code, edits) + end.join(""), ahead: head.length };
}

/** Declarations of exported names that change, as assignments; their names are declared outside. */
function changingVariables({ body, exported, changing }: PlainSource): {
  names: Set<string>;
  edits: Edit[];
} {
  const names = new Set<string>();
  const edits: Edit[] = [];
  const locals = new Set(exported.values());
  for (const declaration of body.declarations) {
    if (!declaration.names.some((local) => locals.has(local) && changing.has(local))) continue;
    for (const local of declaration.names) names.add(local);
    const { start, end, last } = declaration;
    edits.push({ start, end, text: ";  " });
    for (const pattern of declaration.patterns) {
      edits.push(insertion(pattern.start, "("), insertion(pattern.end, ")"));
    }
    // After the bracket of a last pattern, which may end in the same place.
    edits.push(insertion(last, ";"));
  }
  return { names, edits };
}

/** How names get out of the body: those that are not `outer` by aliases, which are set inside it. */
function exportsOf(
  { code, body, exported }: PlainSource,
  outer: ReadonlySet<string>,
  secret: string,
): { list: string[]; aliases: string[]; begin: string; end: string; edits: Edit[] } {
  const list: string[] = [];
  const aliases: string[] = [];
  const edits: Edit[] = [];
  let begin = "";
  let end = "";
  if (body.defaultValue !== undefined) {
    const { words, end: valueEnd, unnamed } = body.defaultValue;
    const alias = shortName(code, secret, "$".length + 4);
    // As a property, because a function without a name is called "default".
    edits.push(instead(code, words, unnamed ? `${alias}={default:` : `${alias}=`));
    if (unnamed) edits.push(insertion(valueEnd, "}.default;"));
    aliases.push(alias);
    list.push(`${alias} as default`);
  }
  for (const [name, local] of [...body.passedOn, ...exported]) {
    if (outer.has(local) || body.passedOn.has(name)) {
      list.push(`${local} as ${JSON.stringify(name)}`);
      continue;
    }
    const alias = `$${secret}_${aliases.length}`;
    aliases.push(alias);
    list.push(`${alias} as ${JSON.stringify(name)}`);
    if (body.functions.has(local)) begin += `${alias}=${local};`;
    end += `${alias}=${local};`;
  }
  return { list, aliases, begin, end, edits };
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

function insertion(at: number, text: string): Edit {
  return { start: at, end: at, text };
}

/** A text for a span, and what it lacks in length and in lines. */
function instead(code: string, { start, end }: Span, text: string): Edit {
  let kept = text;
  for (let at = start; at < end; at++) {
    if (isLineEnd(code.charCodeAt(at))) kept += code[at];
    else if (at - start >= text.length) kept += " ";
  }
  return { start, end, text: kept };
}
