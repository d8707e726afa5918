import type { OxcError, TransformResult, transformSync } from "oxc-transform";
import { GuestSyntaxError, syntaxErrorAt } from "./errors.js";
import { assertErasableSize } from "./limits.js";
import { assertShallow } from "./nesting/scan.js";

/** JavaScript that was TypeScript, and the way back. */
export interface Erased {
  readonly code: string;
  /** The `mappings` of a version 3 source map from `code` to the given source. */
  readonly mappings: string;
}

/** Turns TypeScript into JavaScript: types go, enums and namespaces become code. */
export interface TypeEraser {
  /**
   * Erases the types of one source text.
   *
   * With `module: true`, an import that only types use is dropped, as TypeScript does
   * by default: authors write `import { Row } from "./types"` for an interface, and
   * keeping it would fail to link. A bare `import "x"` always stays. With `module:
   * false` every import that does not say `type` is kept, because a snippet may have
   * none and whoever reads the result should find it and say so.
   *
   * Throws a {@link GuestSyntaxError} that points into `source`.
   */
  erase(source: string, options: { readonly module: boolean }): Erased;
}

let loading: Promise<TypeEraser | undefined> | undefined;

/**
 * The type eraser of this platform, or `undefined` where there is none.
 *
 * `oxc-transform` is a native addon, so it is imported only when somebody asks: a
 * browser, or Node without `--allow-addons` under its permission model, runs
 * JavaScript all the same.
 */
export function loadTypeEraser(): Promise<TypeEraser | undefined> {
  loading ??= import("oxc-transform").then(
    (oxc) => createTypeEraser(oxc.transformSync),
    () => undefined,
  );
  return loading;
}

function createTypeEraser(transform: typeof transformSync): TypeEraser {
  return {
    erase(source, { module }) {
      assertErasableSize(source);
      assertShallow(source, "typescript");
      const result = transform("guest.ts", source, {
        lang: "ts",
        // Also for snippets: only module code may await at its top level.
        sourceType: "module",
        target: "esnext",
        sourcemap: true,
        typescript: { onlyRemoveTypeImports: !module },
      });
      assertErased(source, result, module);
      // Where only type imports were, oxc leaves a mark that says "module".
      const code = module ? result.code : result.code.replace(/export \{\};\n$/, "");
      return { code, mappings: result.map?.mappings ?? "" };
    },
  };
}

function assertErased(source: string, result: TransformResult, module: boolean): void {
  const errors = result.errors.filter((error) => error.severity === "Error");
  if (errors.length === 0) return;
  const bytes = new TextEncoder().encode(source);
  // A snippet may return at its top level. oxc says no, but erases all the same.
  const fatal = errors.find(
    (error) => module || result.code === "" || !pointsAtReturn(bytes, error),
  );
  if (fatal === undefined) return;
  const start = fatal.labels[0]?.start;
  if (start === undefined) throw new GuestSyntaxError(fatal.message);
  throw syntaxErrorAt(source, charactersIn(bytes, start), fatal.message);
}

const RETURN = new TextEncoder().encode("return");

function pointsAtReturn(bytes: Uint8Array, error: OxcError): boolean {
  const label = error.labels[0];
  return (
    label !== undefined &&
    label.end - label.start === RETURN.length &&
    RETURN.every((byte, at) => bytes[label.start + at] === byte)
  );
}

/** oxc counts in UTF-8 bytes, everybody else here in UTF-16 code units. */
function charactersIn(bytes: Uint8Array, end: number): number {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, end)).length;
}
