/**
 * What the previous token says about the next one.
 *
 * The question that matters is whether a `/` divides or opens a regular
 * expression: who answers it wrongly reads quotes and brackets wrongly from there
 * on, and can be made to overlook nesting. Hence `Unsure`, which never guesses.
 */
export const Role = {
  /** An operand is expected: after an operator, an opening bracket, at the start. */
  Operator: 0,
  /** An operand has just ended: a name, a literal, `]`, the `)` of a call. */
  Operand: 1,
  /** A reserved word that an operand follows: `typeof`, `return`'s kin. */
  Keyword: 2,
  /** `return`, `break`, `continue`, `debugger`: an operand or the end of the line. */
  Jump: 3,
  /** `if`, `for`, `while`, `with`: the `)` that follows does not end an expression. */
  Control: 4,
  /** The `)` of a {@link Role.Control}: a statement follows. */
  ControlEnd: 5,
  /** `else`, `do`: a statement follows. */
  Head: 6,
  Colon: 7,
  Semicolon: 8,
  /** `.` or `?.`: the next word is a property name, whatever it says. */
  Dot: 9,
  /** A `}`: the end of a block or of an object, which look alike. */
  BraceEnd: 10,
  /** A word or mark that may or may not be an operand. */
  Unsure: 11,
  /** `await`: an operator, or in a function that is not async a name. */
  Await: 12,
  /** A word that may be any word: see `ODD_WORD`. */
  Odd: 13,
} as const;

/** One of the values of {@link Role}. */
export type Role = (typeof Role)[keyof typeof Role];

/** `++`, `--` and TypeScript's `!` belong to an operand before them on the same line. */
export function roleAfterPostfix(previous: Role, newline: boolean): Role {
  switch (previous) {
    case Role.Operand:
      return newline ? Role.Unsure : Role.Operand;
    case Role.BraceEnd:
    case Role.Unsure:
    case Role.Await:
    case Role.Odd:
      return Role.Unsure;
    default:
      return Role.Operator;
  }
}

/**
 * Whether a colon ends a label that stands inside another statement or label. The
 * first label of a statement goes uncounted: from here it looks like a property.
 */
export function endsLabel(previous: Role, beforeWord: Role): boolean {
  if (previous !== Role.Operand) return false;
  switch (beforeWord) {
    case Role.Colon:
    case Role.ControlEnd:
    case Role.Head:
    case Role.Unsure:
    case Role.Odd:
      return true;
    default:
      return false;
  }
}
