import {
  CONFIGURABLE,
  define,
  getOwnPropertyDescriptor,
  HIDDEN,
  PromiseCtor,
  promiseThen,
  shield,
  TypeErrorCtor,
} from "./primordials.ts";

/** Gives guests `queueMicrotask` where their engine has none. */
export function provideMicrotasks(): void {
  if (getOwnPropertyDescriptor(globalThis, "queueMicrotask") !== undefined) return;
  const queueMicrotask = (callback: unknown): void => {
    if (typeof callback !== "function") {
      throw new TypeErrorCtor("queueMicrotask takes a function");
    }
    const now = shield(new PromiseCtor<void>((resolve) => resolve()));
    // What a job throws is nobody's verdict.
    promiseThen(now, () => {
      try {
        callback();
      } catch {}
    });
  };
  define(queueMicrotask, "name", "queueMicrotask", CONFIGURABLE);
  define(globalThis, "queueMicrotask", queueMicrotask, HIDDEN);
}
