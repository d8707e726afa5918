import type { TypeEraser } from "./eraser.js";
import { attempt, GuestSyntaxError } from "./errors.js";
import { type Body, beginsWithBrace, readExpression, readJavaScript } from "./javascript.js";
import { Mappings } from "./mappings.js";

/** Put before braces, makes an expression of them: `0,{...}`. */
const EXPRESSION_PREFIX = "0,";

/** Reads a snippet of TypeScript, by the rules of `readJavaScript`. */
export function readTypeScript(text: string, eraser: TypeEraser): Body {
  if (beginsWithBrace(text)) {
    // `{ a: 1 as number }`: whether this is an object cannot be asked once it is erased.
    const asObject = attempt(() => read(text, eraser, EXPRESSION_PREFIX, readExpression));
    if (!(asObject instanceof GuestSyntaxError)) return asObject;
  }
  return read(text, eraser, "", readJavaScript);
}

function read(
  text: string,
  eraser: TypeEraser,
  prefix: string,
  readErased: (code: string) => Body,
): Body {
  const erased = eraser.erase(prefix + text, { module: false });
  const mappings = new Mappings(erased.mappings, prefix.length);
  const body = attempt(() => readErased(erased.code));
  if (body instanceof GuestSyntaxError) throw inSource(body, mappings);
  return { ...body, mappings };
}

/** A complaint about erased code, as one about what it came from. */
function inSource(error: GuestSyntaxError, mappings: Mappings): GuestSyntaxError {
  const { line, column } = error;
  if (line === undefined || column === undefined) return error;
  return new GuestSyntaxError(error.reason, mappings.originOf({ line, column }));
}
