import type { TypeEraser } from "../eraser.js";
import { attempt, GuestSyntaxError, syntaxErrorAt } from "../errors.js";
import type { Language } from "../fences.js";
import { mayHoldTypeArguments } from "../generics.js";
import { assertSourceSize } from "../limits.js";
import { Mappings } from "../mappings.js";
import { assertShallow } from "../nesting/scan.js";
import { type Position, positionAt } from "../text.js";
import { bodyOf, type ModuleBody } from "./body.js";
import { entriesOf, type ModuleEntries } from "./entries.js";
import { LinkError, linkErrorOf } from "./link-error.js";
import { type ModuleSyntax, parseModule, SyntaxProblem } from "./module-parser.js";

/** A module as JavaScript. */
export interface ParsedModule extends ModuleEntries, Omit<ModuleSyntax, "program"> {
  readonly text: string;
  readonly body: ModuleBody;
  /** The way back through the type eraser, if the text has been through it. */
  readonly mappings: Mappings | undefined;
}

/** A module, or what is wrong with its text. */
type Reading = ParsedModule | GuestSyntaxError | SyntaxProblem;

/** Where the character at `offset` of a module's JavaScript stands in its author's text. */
export function authorPosition(module: ParsedModule, offset: number): Position | undefined {
  const position = positionAt(module.text, offset);
  return module.mappings === undefined ? position : module.mappings.originOf(position);
}

/**
 * The text of one module, which is read when somebody asks, and once.
 *
 * It is read as JavaScript first. In a TypeScript graph the eraser is needed for what is
 * not JavaScript, or might mean something else as TypeScript.
 */
export class ModuleText {
  readonly #language: Language;
  #javascript: Reading | undefined;
  #needsEraser: boolean | undefined;
  #outcome: ParsedModule | LinkError | undefined;

  constructor(
    /** The module's name in the graph. */
    readonly name: string,
    readonly source: string,
    language: Language,
  ) {
    this.#language = language;
  }

  /** Whether `parse` has a use for a type eraser. */
  get needsEraser(): boolean {
    this.#needsEraser ??=
      this.#language === "typescript" &&
      // What is too large is refused, whatever it is written in.
      attempt(() => assertSourceSize(this.source)) === undefined &&
      (this.asJavaScript === undefined || mayHoldTypeArguments(this.source));
    return this.#needsEraser;
  }

  /** The module, if it is valid as it stands. */
  get asJavaScript(): ParsedModule | undefined {
    const reading = this.#readJavaScript();
    return isReadable(reading) ? reading : undefined;
  }

  /** The module as JavaScript; throws a `LinkError` when its text cannot be run. */
  parse(eraser: TypeEraser | undefined): ParsedModule {
    if (this.#outcome === undefined) {
      const parsed = attempt(() => this.#choose(eraser));
      this.#outcome =
        parsed instanceof GuestSyntaxError
          ? linkErrorOf(parsed, this.name)
          : (refusalIn(parsed, this.name) ?? parsed);
    }
    if (this.#outcome instanceof LinkError) throw this.#outcome;
    return this.#outcome;
  }

  #choose(eraser: TypeEraser | undefined): ParsedModule {
    const javascript = this.#readJavaScript();
    if (this.needsEraser) {
      if (eraser === undefined) throw eraserMissing(this.source, javascript);
      return readTypeScript(this.source, eraser);
    }
    if (isReadable(javascript)) return javascript;
    throw complaintOf(this.source, javascript);
  }

  #readJavaScript(): Reading {
    this.#javascript ??= readJavaScript(this.source, undefined);
    return this.#javascript;
  }
}

function isReadable(reading: Reading): reading is ParsedModule {
  return !(reading instanceof SyntaxProblem || reading instanceof GuestSyntaxError);
}

function complaintOf(text: string, problem: GuestSyntaxError | SyntaxProblem): GuestSyntaxError {
  if (problem instanceof GuestSyntaxError) return problem;
  const { at, reason } = problem;
  return at === undefined ? new GuestSyntaxError(reason) : syntaxErrorAt(text, at, reason);
}

function readJavaScript(text: string, mappings: Mappings | undefined): Reading {
  const refused = attempt(() => {
    assertSourceSize(text);
    assertShallow(text, "javascript");
  });
  if (refused !== undefined) return refused;
  const syntax = parseModule(text);
  if (syntax instanceof SyntaxProblem) return syntax;
  const { metas, dynamicImports, awaits, changing } = syntax;
  const { requests, imports, exports, stars, refusal } = entriesOf(text, syntax.program);
  return {
    text,
    mappings,
    metas,
    dynamicImports,
    awaits,
    changing,
    body: bodyOf(text, syntax.program),
    requests,
    imports,
    exports,
    stars,
    refusal: refusal ?? syntax.refusal,
  };
}

function refusalIn(module: ParsedModule, filename: string): LinkError | undefined {
  if (module.refusal === undefined) return undefined;
  const { at, reason, specifier } = module.refusal;
  return new LinkError(reason, { specifier, filename, position: authorPosition(module, at) });
}

function readTypeScript(source: string, eraser: TypeEraser): ParsedModule {
  const { code, mappings: encoded } = eraser.erase(source, { module: true });
  const mappings = new Mappings(encoded);
  const reading = readJavaScript(code, mappings);
  if (isReadable(reading)) return reading;
  const { reason, line, column } = complaintOf(code, reading);
  throw new GuestSyntaxError(
    reason,
    line === undefined || column === undefined ? undefined : mappings.originOf({ line, column }),
  );
}

/** Points at the first thing that is not JavaScript, where there is one. */
function eraserMissing(source: string, javascript: Reading): GuestSyntaxError {
  const reason =
    "TypeScript needs a type eraser, and none is installed here; " +
    "add the oxc-transform package, or write JavaScript";
  if (isReadable(javascript)) return new GuestSyntaxError(reason);
  const { line, column } = complaintOf(source, javascript);
  return new GuestSyntaxError(
    reason,
    line === undefined || column === undefined ? undefined : { line, column },
  );
}
