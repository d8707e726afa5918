import { type Expression, type Options, Parser, type Program } from "acorn";
import { NamedScope } from "../scopes.js";

declare module "acorn" {
  interface Parser {
    parseExprImport(forNew?: boolean): Expression;
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
}

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

  constructor(text: string) {
    super(OPTIONS, text);
  }

  read(): ModuleSyntax {
    const program = this.parse();
    return {
      program,
      metas: this.#metas,
      dynamicImports: this.#dynamicImports,
      refusal: this.#refusal,
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

  override enterScope(flags: number): void {
    this.scopeStack.push(new NamedScope(flags));
  }
}
