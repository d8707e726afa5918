import { Role } from "./roles.js";
import { Weight } from "./weights.js";

/** What a word of the grammar means to the scan. */
export interface Word {
  readonly role: Role;
  readonly weight: number;
  /** The construct may stay open across a `,`: it belongs to a statement or class. */
  readonly statement: boolean;
  /** After the end of an expression or block, the word carries on what was begun. */
  readonly continues: "statement" | "expression" | undefined;
}

/** The reserved words of strict JavaScript, and the two whose reading depends on context. */
export const JAVASCRIPT_WORDS: ReadonlyMap<string, Word> = new Map([
  ...entries("this super null true false", Role.Operand, 0),
  ...entries("return break continue debugger", Role.Jump, 0),
  ...entries("if with", Role.Control, Weight.statement, { statement: true }),
  ...entries("for", Role.Control, Weight.for, { statement: true }),
  ...entries("while", Role.Control, Weight.statement, { statement: true, continues: "statement" }),
  ...entries("do", Role.Head, Weight.statement, { statement: true }),
  ...entries("else", Role.Head, 0, { continues: "statement" }),
  ...entries("catch finally", Role.Keyword, 0, { continues: "statement" }),
  ...entries("class", Role.Keyword, Weight.class, { statement: true }),
  ...entries("function", Role.Keyword, Weight.function),
  ...entries("in instanceof extends", Role.Keyword, Weight.word, { continues: "expression" }),
  ...entries("new typeof void delete yield throw case default", Role.Keyword, Weight.word),
  ...entries("var const let switch try import export enum", Role.Keyword, Weight.word),
  ...entries("await", Role.Await, Weight.word),
  ...entries("of from", Role.Unsure, 0, { continues: "expression" }),
]);

/**
 * The same, plus every word that means something to TypeScript in some place.
 *
 * All of them are plain names elsewhere, so that none says for sure whether an
 * operand has ended, and each is charged for: `keyof keyof`, `asserts`, `infer`.
 */
export const TYPESCRIPT_WORDS: ReadonlyMap<string, Word> = new Map([
  ...JAVASCRIPT_WORDS,
  ...entries("as satisfies is implements", Role.Unsure, Weight.word, {
    continues: "expression",
  }),
  ...entries("with", Role.Control, Weight.statement, { statement: true, continues: "expression" }),
  ...entries(
    "abstract accessor any asserts async declare defer get global infer interface intrinsic keyof " +
      "module namespace never object out override package private protected public readonly " +
      "require set source static type unique using",
    Role.Unsure,
    Weight.word,
  ),
]);

/**
 * What to make of a word that holds an escape or a character of unknown standing,
 * or that follows a number without a gap: one parser may see a keyword in it.
 */
export const ODD_WORD: Word = {
  role: Role.Odd,
  weight: Weight.for,
  statement: true,
  continues: "expression",
};

function entries(
  words: string,
  role: Role,
  weight: number,
  more: Partial<Pick<Word, "statement" | "continues">> = {},
): [string, Word][] {
  const word: Word = { role, weight, statement: false, continues: undefined, ...more };
  return words.split(" ").map((name) => [name, word]);
}
