import { isSpace } from "../text.js";
import { isDigit } from "./lexemes.js";
import { Role } from "./roles.js";
import { Weight } from "./weights.js";

/** What the scan needs to know about a punctuator. */
export interface Operator {
  readonly length: number;
  readonly weight: number;
  /** The role it leaves behind, unless it is `postfix`. */
  readonly role: Role;
  /** It may belong to the operand before it: `a++`, and in TypeScript `a!`. */
  readonly postfix: boolean;
  /** Angle brackets it may open (positive) or close (negative) in TypeScript. */
  readonly angles: number;
  /** No type holds this token: a `<` before it was a comparison. */
  readonly endsTypes: boolean;
  /** `<!--` and `-->`. */
  readonly html: boolean;
}

const PLAIN: Operator = {
  length: 1,
  weight: Weight.operator,
  role: Role.Operator,
  postfix: false,
  angles: 0,
  endsTypes: false,
  html: false,
};
const COMMA: Operator = { ...PLAIN, weight: 0 };
const COLON: Operator = { ...COMMA, role: Role.Colon };
const SEMICOLON: Operator = { ...COMMA, role: Role.Semicolon };
/** Makes a name of the word that follows, as a dot does. */
const HASH: Operator = { ...COMMA, role: Role.Dot };
const DOT: Operator = { ...HASH, weight: Weight.postfix };
const OPTIONAL_DOT: Operator = { ...DOT, length: 2 };
const SPREAD: Operator = { ...COMMA, length: 3 };
const ARROW: Operator = { ...PLAIN, length: 2, weight: Weight.arrow };
const QUESTION: Operator = { ...PLAIN, weight: Weight.question };
/** `T?`, `T!` and `*` are types in JSDoc, which oxc reads: an operand may have ended. */
const TYPED_QUESTION: Operator = { ...QUESTION, role: Role.Unsure };
const TYPED_STAR: Operator = { ...PLAIN, role: Role.Unsure };
const TYPED_BANG: Operator = { ...PLAIN, postfix: true };
const PAIR: Operator = { ...PLAIN, length: 2 };
const VALUE: Operator = { ...PLAIN, endsTypes: true };
const VALUE_PAIR: Operator = { ...PAIR, endsTypes: true };
const STEP: Operator = { ...VALUE_PAIR, postfix: true };
const HTML_CLOSE: Operator = { ...STEP, html: true };
const HTML_OPEN: Operator = { ...PLAIN, html: true };
const ANGLE_OPEN: Operator = { ...PLAIN, angles: 1 };
/** After type arguments a slash divides, after a comparison it cannot. */
const ANGLE_CLOSE: Operator = { ...PLAIN, angles: -1, role: Role.Unsure };

/** The punctuator at `at`, which is no bracket, slash or quote. */
export function operatorAt(text: string, at: number, typescript: boolean): Operator {
  const code = text.charCodeAt(at);
  const next = text.charCodeAt(at + 1);
  switch (code) {
    case 44: // ,
      return COMMA;
    case 58: // :
      return COLON;
    case 59: // ;
      return SEMICOLON;
    case 35: // #
      return HASH;
    case 46: // .
      return next === 46 && text.charCodeAt(at + 2) === 46 ? SPREAD : DOT;
    case 61: // =
      if (next === 62) return ARROW;
      return next === 61 ? VALUE_PAIR : PLAIN;
    case 63: // ?
      return questionAt(text, at, typescript);
    case 60: // <
      if (text.startsWith("<!--", at)) return HTML_OPEN;
      if (next === 61) return VALUE_PAIR;
      if (!typescript) return PLAIN;
      // oxc splits `<<` where a generic function type may follow, so that each is read alone.
      return next === 60 && !mayStartType(text, at + 2) ? VALUE_PAIR : ANGLE_OPEN;
    case 62: // >, alone for the same reason; `>=` may end the type before a default
      if (next === 61) return PAIR;
      return typescript ? ANGLE_CLOSE : PLAIN;
    case 33: // !
      if (next === 61) return VALUE_PAIR;
      return typescript ? TYPED_BANG : PLAIN;
    case 43: // +
    case 45: // -
      if (next === code) return text.startsWith("-->", at) ? HTML_CLOSE : STEP;
      return code === 43 ? VALUE : PLAIN;
    case 42: // *
      return typescript ? TYPED_STAR : PLAIN;
    case 38: // &
    case 124: // |
      return next === code ? VALUE_PAIR : PLAIN;
    case 37: // %
    case 94: // ^
    case 126: // ~
      return VALUE;
    default: // characters that no parser takes
      return PLAIN;
  }
}

/** Whether a type parameter may stand at `at`, which is never so in `1 << 4`. */
function mayStartType(text: string, at: number): boolean {
  let start = at;
  while (isSpace(text.charCodeAt(start))) start++;
  const code = text.charCodeAt(start);
  return !(isDigit(code) || code === 40 || code === 61);
}

function questionAt(text: string, at: number, typescript: boolean): Operator {
  const next = text.charCodeAt(at + 1);
  if (next === 63) return VALUE_PAIR;
  const after = text.charCodeAt(at + 2);
  if (next === 46 && !isDigit(after)) return OPTIONAL_DOT;
  return typescript ? TYPED_QUESTION : QUESTION;
}
