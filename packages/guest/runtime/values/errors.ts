import { define, ErrorCtor, freeze, HIDDEN } from "../primordials.ts";

/** A value that cannot cross; the message begins with its path. */
export class SerializationError extends ErrorCtor {
  constructor(message: string) {
    super(message);
    settle(this, "SerializationError");
  }
}

/** Text that no encoder wrote: the other side is broken, or an enemy. */
export class DecodeError extends ErrorCtor {
  constructor(message: string) {
    super(message);
    settle(this, "DecodeError");
  }
}

hide(SerializationError.prototype, "SerializationError");
hide(DecodeError.prototype, "DecodeError");

function settle(error: Error, name: string): void {
  define(error, "name", name, HIDDEN);
}

/**
 * A guest catches these errors. It must not find our classes through them: whoever has a
 * class can give it another parent, which `super()` would then call.
 */
function hide(prototype: Error, name: string): void {
  // Engines write the name into the stack's first line before the own property is there.
  define(prototype, "name", name, HIDDEN);
  define(prototype, "constructor", ErrorCtor, HIDDEN);
  freeze(prototype);
}
