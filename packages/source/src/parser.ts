import { type Options, Parser, type Program } from "acorn";
import { GuestSyntaxError, syntaxErrorAt } from "./errors.js";
import { NamedScope } from "./scopes.js";
import { skipTrivia } from "./text.js";

/** Flags of acorn's scopes: an async arrow function. */
const ASYNC_ARROW = 2 | 4 | 16;

/** Reads text as the body of the function it will be run in: an async arrow, in strict mode. */
class SnippetParser extends Parser {
  override enterScope(flags: number): void {
    const outermost = this.scopeStack.length === 0;
    this.scopeStack.push(new NamedScope(flags));
    if (outermost) this.scopeStack.push(new NamedScope(ASYNC_ARROW));
  }
}

const OPTIONS: Options = { ecmaVersion: "latest", sourceType: "script", strict: true };

/** Parses `text` as a list of statements. It must have passed `assertShallow`. */
export function parseStatements(text: string): Program {
  return parse(text, () => SnippetParser.parse(text, OPTIONS));
}

/** Parses `text` as statements and reports its comments and template text as spans. */
export function parseWithSpans(text: string, onSpan: (start: number, end: number) => void): void {
  const options: Options = {
    ...OPTIONS,
    onComment: (_block, _text, start, end) => onSpan(start, end),
    onToken: (token) => {
      if (token.type.label === "template") onSpan(token.start, token.end);
    },
  };
  parse(text, () => SnippetParser.parse(text, options));
}

/**
 * Asserts that `text` is one expression, with nothing after it but semicolons and comments;
 * returns where the expression ends.
 */
export function assertExpression(text: string): number {
  const { end } = parse(text, () => SnippetParser.parseExpressionAt(text, 0, OPTIONS));
  let rest = skipTrivia(text, end);
  while (text[rest] === ";") rest = skipTrivia(text, rest + 1);
  if (rest < text.length) throw syntaxErrorAt(text, rest, "Unexpected token");
  return end;
}

function parse<T>(text: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw explain(text, error);
  }
}

/** acorn's error as ours. Anything but a syntax error would be a fault of ours. */
function explain(text: string, error: unknown): unknown {
  // `assertShallow` leaves a wide margin; a host deep in its own stack can still use it up.
  if (error instanceof RangeError) {
    return new GuestSyntaxError("This code is nested too deeply for the stack that is left");
  }
  if (!(error instanceof SyntaxError) || !("pos" in error) || typeof error.pos !== "number") {
    return error;
  }
  const reason = moduleSyntaxAt(text, error.pos) ?? error.message.replace(/ \(\d+:\d+\)$/, "");
  return syntaxErrorAt(text, error.pos, reason);
}

/** acorn only ever points at the word `import` or `export` of a statement to refuse it. */
function moduleSyntaxAt(text: string, at: number): string | undefined {
  const keyword = /^(?:import(?!\s*[.(])|export)(?![\w$])/.exec(text.slice(at, at + 64))?.[0];
  return (
    keyword &&
    `'${keyword}' makes this a module, and only runCode() runs modules; ` +
      "a snippet finds its tools as global names"
  );
}
