import { describeUnserializable, messageOf } from "@execbox/core";

/** What calling a module's default export came to. */
export type BodyAnswer =
  | { ok: true; result?: unknown }
  | { ok: false; error: { code: "runtime_error" | "serialization_error"; message: string } };

/**
 * Imports a body and calls its default export with the input. Runs in the body's own process, or
 * in the host's for a body the host trusts; never throws for anything the body does.
 */
export async function callBody(
  url: string,
  input: unknown,
  report: (stack: string) => void,
): Promise<BodyAnswer> {
  try {
    const { default: main }: { default?: unknown } = await import(url);
    if (typeof main !== "function") {
      return failed("runtime_error", "the body has no default export that is a function");
    }
    const result: unknown = await main(input);
    if (result === undefined) return { ok: true };
    const fault = describeUnserializable(result, "result");
    return fault === undefined ? { ok: true, result } : failed("serialization_error", fault);
  } catch (error) {
    if (error instanceof Error && typeof error.stack === "string") report(error.stack);
    return failed("runtime_error", messageOf(error));
  }
}

function failed(code: "runtime_error" | "serialization_error", message: string): BodyAnswer {
  return { ok: false, error: { code, message } };
}
