import { syntaxErrorAt } from "../errors.js";
import { isLineEnd, isSpace, lineEnd, skipTrivia } from "../text.js";
import { Bracket, closes, Ledger } from "./ledger.js";
import {
  commentEnd,
  isAsciiWord,
  isDigit,
  numberEnd,
  stringEnd,
  templateTextEnd,
  wordEnd,
} from "./lexemes.js";
import { operatorAt } from "./operators.js";
import { endsLabel, Role, roleAfterPostfix } from "./roles.js";
import { readSlash } from "./slashes.js";
import { MAX_READS, Retry, Weight } from "./weights.js";
import { JAVASCRIPT_WORDS, ODD_WORD, TYPESCRIPT_WORDS, type Word } from "./words.js";

/** Whose parser the text is meant for: acorn reads JavaScript, oxc TypeScript. */
export type Dialect = "javascript" | "typescript";

/**
 * Throws a `GuestSyntaxError` when a parser could run out of stack or time on `text`.
 *
 * Parsers recurse, guests write the text, and a native parser that runs out of
 * stack takes the process with it. So before any parser sees a text, this one
 * pass, which neither recurses nor backtracks, adds up the most that any parser
 * can have on its stack at any token (see `Ledger`), and refuses what exceeds the
 * measured limits. Where reading the text needs a guess (does this slash divide?)
 * it does not guess: it finds a reading that counts for both, or refuses.
 *
 * Refused although they are correct programs, all with a message that says what to
 * do: more than about 175 nested parentheses, 125 nested braces, 45 nested
 * callbacks, 1,100 operators in one expression, 800 `else if` or 500 groups inside
 * each other in a regular expression; in TypeScript, 10 nested type arguments or 20
 * parentheses around a parenthesis; and a `/` that begins a line or follows a `}`,
 * with another slash and brackets or quotes later on that line. `<!--` and a `-->`
 * that begins a line are refused too: they are comments to some readers of a script
 * and code to others.
 *
 * A closing bracket that matches nothing, or a regular expression that its line does
 * not close, ends the scan of JavaScript: acorn stops there, or before. In TypeScript
 * it is refused here, as oxc may try to go on.
 *
 * Returns whether every bracket and template that opens also closes: a second opinion
 * on what acorn accepts.
 */
export function assertShallow(text: string, dialect: Dialect): boolean {
  return new Scan(text, dialect).run();
}

class Scan {
  readonly #text: string;
  readonly #typescript: boolean;
  readonly #words: ReadonlyMap<string, Word>;
  readonly #ledger = new Ledger();
  /** The role before each open bracket. */
  readonly #openers: Role[] = [];
  #at = 0;
  #previous: Role = Role.Operator;
  /** The role before the word that was read last, to tell a label from a property. */
  #beforeWord: Role = Role.Operator;
  /** Whether a line break stands before the current token. */
  #newline = true;
  #reads = 0;

  constructor(text: string, dialect: Dialect) {
    this.#text = text;
    this.#typescript = dialect === "typescript";
    this.#words = this.#typescript ? TYPESCRIPT_WORDS : JAVASCRIPT_WORDS;
  }

  run(): boolean {
    const text = this.#text;
    if (text.startsWith("#!")) this.#at = lineEnd(text, 0);
    while (this.#at < text.length) {
      const code = text.charCodeAt(this.#at);
      if (isLineEnd(code)) {
        this.#newline = true;
        this.#at++;
      } else if (isSpace(code)) {
        this.#at++;
      } else if (code !== 47 || !this.#comment()) {
        const start = this.#at;
        if (!this.#token(code)) return false;
        this.#check(start);
        this.#newline = false;
      }
    }
    // A template that never closes was read past the end.
    return this.#at === text.length && this.#ledger.innermost === undefined;
  }

  /** Skips a comment, which any parser takes for one wherever a token can stand. */
  #comment(): boolean {
    const end = commentEnd(this.#text, this.#at);
    if (end === undefined) return false;
    if (/[\n\r\u2028\u2029]/.test(this.#text.slice(this.#at, end))) this.#newline = true;
    this.#at = end;
    return true;
  }

  /** Reads one token. `false` ends the scan: no parser reads further than this. */
  #token(code: number): boolean {
    const text = this.#text;
    if (code >= 128 || code === 92 || (isAsciiWord(code) && !isDigit(code))) this.#word();
    else if (isDigit(code) || (code === 46 && isDigit(text.charCodeAt(this.#at + 1)))) {
      this.#literal(numberEnd(text, this.#at));
    } else if (code === 34 || code === 39) this.#literal(stringEnd(text, this.#at));
    else if (code === 96) {
      this.#ledger.charge(Weight.postfix);
      this.#template(this.#at + 1);
    } else if (code === 40) this.#open(Bracket.Paren);
    else if (code === 91) this.#open(Bracket.Square);
    else if (code === 123) this.#open(Bracket.Brace);
    else if (code === 41 || code === 93 || code === 125) return this.#close(code);
    else if (code === 47) return this.#slash();
    else this.#operator(code);
    return true;
  }

  #word(): void {
    const text = this.#text;
    const { end, odd } = wordEnd(text, this.#at);
    const afterDot = this.#previous === Role.Dot;
    const glued = this.#at > 0 && isAsciiWord(text.charCodeAt(this.#at - 1));
    let word: Word | undefined;
    if (odd || glued) word = ODD_WORD;
    else if (!afterDot) word = this.#words.get(text.slice(this.#at, end));
    this.#beforeWord = this.#previous;
    this.#at = end;
    if (word !== undefined) this.#keyword(word);
    else {
      if (!afterDot) this.#boundary(undefined);
      this.#previous = Role.Operand;
    }
  }

  #keyword(word: Word): void {
    const forAwait = word.role === Role.Await && this.#previous === Role.Control;
    this.#boundary(word.continues);
    if (word.statement) this.#ledger.chargeStatement(word.weight);
    else this.#ledger.charge(word.weight);
    this.#previous = forAwait ? Role.Control : word.role;
  }

  #literal(end: number): void {
    this.#boundary(undefined);
    this.#at = end;
    this.#previous = Role.Operand;
  }

  /**
   * Before a word, a string or a number: two operands never stand side by side, so
   * that after a `}`, or on a new line after an operand, something has ended here.
   * Only the few words that carry on (`else`, `in`, `as`) leave the accounts alone.
   */
  #boundary(continues: Word["continues"]): void {
    const previous = this.#previous;
    if (previous === Role.Semicolon) {
      if (continues === "statement") this.#ledger.resumeStatement();
    } else if (
      previous === Role.BraceEnd ||
      (this.#newline && (previous === Role.Operand || previous === Role.Jump))
    ) {
      if (continues === undefined) this.#ledger.endStatement();
      else if (continues === "statement") this.#ledger.endExpression();
    }
  }

  /** Reads template text from `at` up to the closing backtick or into a substitution. */
  #template(at: number): void {
    const end = templateTextEnd(this.#text, at);
    this.#at = end + 1;
    if (this.#text.charCodeAt(end) === 36) this.#open(Bracket.Template);
    else this.#previous = Role.Operand;
  }

  #open(kind: Bracket): void {
    this.#at++;
    this.#ledger.open(kind, kind === Bracket.Paren ? this.#retries() : 1);
    this.#openers.push(this.#previous);
    this.#previous = Role.Operator;
  }

  /** A parenthesis where an operand is expected may turn out to hold parameters. */
  #retries(): number {
    if (!this.#typescript || this.#previous === Role.Operand) return 1;
    const next = this.#text.charCodeAt(skipTrivia(this.#text, this.#at));
    return next === 123 || next === 91 ? Retry.patternParen : Retry.paren;
  }

  #close(code: number): boolean {
    const innermost = this.#ledger.innermost;
    if (innermost === undefined || !closes(code, innermost)) return this.#stop("Unexpected token");
    this.#ledger.close();
    const before = this.#openers.pop();
    this.#at++;
    if (innermost === Bracket.Template) this.#template(this.#at);
    else if (innermost === Bracket.Brace) this.#previous = Role.BraceEnd;
    else if (innermost === Bracket.Square) this.#previous = Role.Operand;
    else if (before === Role.Control) this.#previous = Role.ControlEnd;
    else this.#previous = before === Role.Odd ? Role.Unsure : Role.Operand;
    return true;
  }

  #slash(): boolean {
    const slash = readSlash(this.#text, this.#at, this.#previous, this.#newline);
    switch (slash.kind) {
      case "division":
        this.#ledger.charge(Weight.operator);
        this.#ledger.forgetAngles();
        this.#previous = Role.Operator;
        this.#at++;
        return true;
      case "regexp":
        if (slash.weight > this.#ledger.remaining) this.#tooDeep(this.#at);
        this.#literal(slash.end);
        return true;
      case "either":
        this.#ledger.chargeStatement(slash.weight);
        this.#ledger.openAngles(slash.angles);
        this.#previous = Role.Unsure;
        this.#at = slash.end;
        return true;
      case "unterminated":
        return this.#stop("Unterminated regular expression");
    }
  }

  #operator(code: number): void {
    const operator = operatorAt(this.#text, this.#at, this.#typescript);
    if (operator.html && (code === 60 || this.#newline)) {
      throw syntaxErrorAt(this.#text, this.#at, "HTML-like comments are not supported");
    }
    // Nobody here reads decorators, and they may stand between a `=` and a `class`.
    if (code === 64) throw syntaxErrorAt(this.#text, this.#at, "Decorators are not supported");
    const ledger = this.#ledger;
    if (code === 44) ledger.comma();
    else if (code === 59) ledger.semicolon();
    else if (code === 35) this.#boundary(undefined);
    else if (code === 58 && endsLabel(this.#previous, this.#beforeWord)) {
      ledger.chargeStatement(Weight.label);
    }
    ledger.charge(operator.weight);
    if (operator.angles > 0) ledger.openAngles(operator.angles);
    else if (operator.angles < 0) ledger.closeAngle();
    if (operator.endsTypes) ledger.forgetAngles();
    this.#previous = operator.postfix
      ? roleAfterPostfix(this.#previous, this.#newline)
      : operator.role;
    this.#at += operator.length;
  }

  /** Ends the scan at an error that acorn will report better, and oxc might try to survive. */
  #stop(reason: string): false {
    if (this.#typescript) throw syntaxErrorAt(this.#text, this.#at, reason);
    return false;
  }

  #check(start: number): void {
    if (this.#ledger.exceeded) this.#tooDeep(start);
    if (!this.#typescript) return;
    this.#reads += this.#ledger.reads;
    if (this.#reads > MAX_READS) {
      throw syntaxErrorAt(
        this.#text,
        start,
        "The parentheses and type arguments here are nested too deeply; name the inner parts",
      );
    }
  }

  #tooDeep(at: number): never {
    throw syntaxErrorAt(
      this.#text,
      at,
      "This code is nested too deeply; split the expression or move inner parts into functions",
    );
  }
}
