import { describe } from "@execbox/core";

/** Gets what is emitted under the event it was registered for. */
export type ThreadEventHandler = (data: unknown) => unknown;

/** Who listens to what; one per thread. */
export interface ThreadEvents {
  emit(event: string, data?: unknown): void;
  on(event: string, handler: ThreadEventHandler): () => void;
}

/** Handlers are called in the order of their registration, before `emit` returns. */
export function createEvents(): ThreadEvents {
  // One object per registration: a function may be registered twice and removed once.
  const handlers = new Map<string, Set<{ handler: ThreadEventHandler }>>();

  function deliver(event: string, data: unknown): number {
    const called = [...(handlers.get(event) ?? [])];
    for (const { handler } of called) call(event, handler, data);
    return called.length;
  }

  /** One handler's error is no other handler's, nor the emitter's, business. */
  function call(event: string, handler: ThreadEventHandler, data: unknown): void {
    try {
      const outcome = handler(data);
      if (isThenable(outcome)) outcome.then(undefined, (thrown) => fail(event, thrown));
    } catch (thrown) {
      fail(event, thrown);
    }
  }

  function fail(event: string, thrown: unknown): void {
    // A handler of errors that fails itself must not be asked about its own failure.
    if (event !== "error" && deliver("error", thrown) > 0) return;
    queueMicrotask(() => {
      throw thrown;
    });
  }

  return {
    emit(event, data) {
      assertName(event);
      deliver(event, data);
    },
    on(event, handler) {
      assertName(event);
      if (typeof handler !== "function") {
        throw new TypeError(`handler must be a function, got ${describe(handler)}`);
      }
      const registration = { handler };
      const registered = handlers.get(event) ?? new Set();
      handlers.set(event, registered.add(registration));
      return () => {
        registered.delete(registration);
        if (registered.size === 0 && handlers.get(event) === registered) handlers.delete(event);
      };
    },
  };
}

function assertName(event: unknown): void {
  if (typeof event === "string" && event !== "") return;
  throw new TypeError(`event must be a name, got ${describe(event)}`);
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === "object" &&
    value !== null &&
    "then" in value &&
    typeof value.then === "function"
  );
}
