import { MAX_COST, Retry, Weight } from "./weights.js";

/** The brackets a {@link Ledger} keeps apart. */
export const Bracket = { Paren: 0, Square: 1, Brace: 2, Template: 3 } as const;

/** One of the values of {@link Bracket}. */
export type Bracket = (typeof Bracket)[keyof typeof Bracket];

/** Whether the closing bracket with this character code ends a bracket of this kind. */
export function closes(code: number, kind: Bracket): boolean {
  if (code === 41) return kind === Bracket.Paren;
  if (code === 93) return kind === Bracket.Square;
  return kind === Bracket.Brace || kind === Bracket.Template;
}

const WEIGHTS = [Weight.paren, Weight.square, Weight.brace, Weight.brace] as const;

/**
 * Adds up what a parser may have on its stack at the current token.
 *
 * A parser nests for a bracket until the bracket closes, and for every operator
 * and word of an unfinished expression or statement between two brackets. So each
 * open bracket is a level with two accounts: `expression`, cleared by whatever
 * must end an expression at that level (a comma), and `statement`, cleared only by
 * what must end the whole statement. Both only ever count too much: an operator
 * that had long been reduced stays on the account until the next clearing.
 */
export class Ledger {
  /** Cost of all levels below the current one. */
  #below = 0;
  #expression = 0;
  #statement = 0;
  /** `statement` as it stood at the last semicolon, should an `else` follow. */
  #held = 0;
  /** Angle brackets at this level that may be open type arguments. */
  #angles = 0;
  /** How often oxc may read what stands at this level, angle brackets of it aside. */
  #reads = 1;
  readonly #kinds: Bracket[] = [];
  readonly #saved: number[] = [];

  /** How often oxc may come to read the current token. */
  get reads(): number {
    return this.#angles === 0 ? this.#reads : this.#reads * Retry.angle ** this.#angles;
  }

  /** Whether a parser could be too deep in the text by now. */
  get exceeded(): boolean {
    return this.#below + this.#expression + this.#statement > MAX_COST;
  }

  /** What may still be spent, for constructs that the scan measures on its own. */
  get remaining(): number {
    return MAX_COST - this.#below - this.#expression - this.#statement;
  }

  /** Charges the current expression. */
  charge(weight: number): void {
    this.#expression += weight;
  }

  /** Charges the current statement. */
  chargeStatement(weight: number): void {
    this.#statement += weight;
  }

  /** Opens a bracket; `retry` is how often its content may be read. */
  open(kind: Bracket, retry: number): void {
    this.#expression += Weight.postfix;
    const reads = this.reads * retry;
    this.#kinds.push(kind);
    this.#saved.push(this.#below, this.#expression, this.#statement, this.#angles, this.#reads);
    this.#below += this.#expression + this.#statement + (WEIGHTS[kind] ?? Weight.brace);
    this.#expression = this.#statement = this.#held = this.#angles = 0;
    this.#reads = reads;
  }

  /** The kind of the innermost open bracket. */
  get innermost(): Bracket | undefined {
    return this.#kinds[this.#kinds.length - 1];
  }

  /** Closes the innermost bracket. */
  close(): void {
    this.#kinds.pop();
    this.#reads = this.#saved.pop() ?? 1;
    this.#angles = this.#saved.pop() ?? 0;
    this.#statement = this.#saved.pop() ?? 0;
    this.#expression = this.#saved.pop() ?? 0;
    this.#below = this.#saved.pop() ?? 0;
    this.#held = 0;
  }

  /** So many `<` that may open type arguments. */
  openAngles(count: number): void {
    this.#angles += count;
  }

  /** A `>`: inside open type arguments it can only be their end. */
  closeAngle(): void {
    if (this.#angles > 0) this.#angles--;
  }

  /** A token that no type holds: every `<` of this level was a comparison. */
  forgetAngles(): void {
    this.#angles = 0;
  }

  /** A comma ends the expression, unless it may separate type arguments. */
  comma(): void {
    if (this.#angles === 0) this.#expression = 0;
  }

  /** The expression is over; the statement around it may go on (`else`, `while`). */
  endExpression(): void {
    this.#expression = this.#angles = 0;
  }

  /** Everything begun at this level is over. */
  endStatement(): void {
    this.#expression = this.#angles = this.#statement = this.#held = 0;
  }

  /** A semicolon: the statement is over, unless {@link resumeStatement} says otherwise. */
  semicolon(): void {
    const open = this.#statement;
    this.endStatement();
    this.#held = open;
  }

  /** An `else` or `while` after the semicolon: the statement was not over. */
  resumeStatement(): void {
    this.#statement += this.#held;
    this.#held = 0;
  }
}
