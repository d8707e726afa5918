import {
  type Expression,
  type ForInStatement,
  type ForOfStatement,
  type Identifier,
  type Node,
  type Options,
  Parser,
  type Program,
} from "acorn";
import { NamedScope } from "../scopes.js";

declare module "acorn" {
  interface Parser {
    currentVarScope(): NamedScope;
    parseExprImport(forNew?: boolean): Expression;
    parseAwait(forInit?: boolean): Expression;
    parseForIn(node: ForInStatement | ForOfStatement, init: Node): Node;
    parseVar(node: Node, isFor: boolean, kind: string, allowMissing?: boolean): Node;
    checkLValSimple(node: Node, bindingType?: number, clashes?: object): void;
    raise(pos: number, message: string): never;
    raiseRecoverable(pos: number, message: string): void;
  }
}

/** One `import.meta` in a text. */
export interface MetaProperty {
  readonly start: number;
  readonly end: number;
  /** Whether `new` stands directly before it. */
  readonly constructed: boolean;
}

/** Valid code that no graph can honour: engines do not agree on what they know about it. */
export interface Refusal {
  readonly at: number;
  readonly reason: string;
  readonly specifier?: string;
}

/** What acorn says of a module. */
export interface ModuleSyntax {
  readonly program: Program;
  /** In the order of the text. */
  readonly metas: readonly MetaProperty[];
  /** Where each `import()` begins. */
  readonly dynamicImports: readonly number[];
  /** The first `import()` with options. */
  readonly refusal: Refusal | undefined;
  /** Whether something is awaited at the top level. */
  readonly awaits: boolean;
  /** Names that something is assigned to, anywhere, and that no second `var` declares. */
  readonly changing: ReadonlySet<string>;
}

/** acorn's flag of the outermost scope, and its ways to bind a name. */
const SCOPE_TOP = 1;
const BIND_NONE = 0;
const BIND_VAR = 1;

/**
 * What is wrong with a text, and where. Not an `Error`: TypeScript is first read as
 * JavaScript, and a stack trace for each text that is none would cost more than the rest.
 */
export class SyntaxProblem {
  constructor(
    readonly at: number | undefined,
    readonly reason: string,
  ) {}
}

/** Parses `text` as an ES module. It must have passed `assertShallow`. */
export function parseModule(text: string): ModuleSyntax | SyntaxProblem {
  try {
    return new ModuleParser(text).read();
  } catch (error) {
    if (error instanceof SyntaxProblem) return error;
    // `assertShallow` leaves a wide margin; a host deep in its own stack can still use it up.
    if (error instanceof RangeError) {
      return new SyntaxProblem(
        undefined,
        "This code is nested too deeply for the stack that is left",
      );
    }
    throw error;
  }
}

const OPTIONS: Options = { ecmaVersion: "latest", sourceType: "module" };

class ModuleParser extends Parser {
  readonly #metas: MetaProperty[] = [];
  readonly #dynamicImports: number[] = [];
  #refusal: Refusal | undefined;
  #awaits = false;
  readonly #changing = new Set<string>();
  readonly #vars = new Map<string, number>();

  constructor(text: string) {
    super(OPTIONS, text);
  }

  read(): ModuleSyntax {
    const program = this.parse();
    for (const [name, count] of this.#vars) if (count > 1) this.#changing.delete(name);
    return {
      program,
      metas: this.#metas,
      dynamicImports: this.#dynamicImports,
      refusal: this.#refusal,
      awaits: this.#awaits,
      changing: this.#changing,
    };
  }

  override raise(pos: number, message: string): never {
    throw new SyntaxProblem(pos, message);
  }

  override raiseRecoverable(pos: number, message: string): never {
    throw new SyntaxProblem(pos, message);
  }

  override parseExprImport(forNew?: boolean): Expression {
    const node = super.parseExprImport(forNew);
    if (node.type === "MetaProperty") {
      this.#metas.push({ start: node.start, end: node.end, constructed: forNew === true });
    } else if (node.type === "ImportExpression") {
      this.#dynamicImports.push(node.start);
      if (node.options) {
        this.#refusal ??= {
          at: node.options.start,
          reason: "Import options are not supported; every module here is source text",
        };
      }
    }
    return node;
  }

  override parseAwait(forInit?: boolean): Expression {
    this.#awaitsHere();
    return super.parseAwait(forInit);
  }

  override parseForIn(node: ForInStatement | ForOfStatement, init: Node): Node {
    if ("await" in node && node.await) this.#awaitsHere();
    return super.parseForIn(node, init);
  }

  override parseVar(node: Node, isFor: boolean, kind: string, allowMissing?: boolean): Node {
    if (kind === "await using") this.#awaitsHere();
    return super.parseVar(node, isFor, kind, allowMissing);
  }

  override checkLValSimple(node: Node, bindingType = BIND_NONE, clashes?: object): void {
    super.checkLValSimple(node, bindingType, clashes);
    if (node.type !== "Identifier") return;
    const { name } = node as Identifier;
    if (bindingType === BIND_NONE) this.#changing.add(name);
    if (bindingType === BIND_VAR) this.#vars.set(name, (this.#vars.get(name) ?? 0) + 1);
  }

  #awaitsHere(): void {
    if ((this.currentVarScope().flags & SCOPE_TOP) !== 0) this.#awaits = true;
  }

  override enterScope(flags: number): void {
    this.scopeStack.push(new NamedScope(flags));
  }
}
