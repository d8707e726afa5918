import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadTypeEraser, type TypeEraser } from "@execbox/source";

/** What Node tells a hook about the module it resolves. */
interface ResolveContext {
  parentURL?: string | undefined;
}

interface Resolved {
  url: string;
  [key: string]: unknown;
}

interface Loaded {
  format: string;
  source?: unknown;
  shortCircuit?: boolean;
}

type Next<Context, Result> = (specifier: string, context?: Context) => Result;

/** Hooks for `registerHooks`, on the thread that imports. */
export function syncHooks(eraser: TypeEraser | undefined) {
  return {
    resolve(specifier: string, context: ResolveContext, next: Next<ResolveContext, Resolved>) {
      return carryGeneration(next(sourceOf(specifier, context), context), context);
    },
    load(url: string, context: unknown, next: Next<unknown, Loaded>): Loaded {
      return isTypeScript(url) ? erase(url, eraser) : next(url, context);
    },
  };
}

/** Hook for `register`, on the thread that Node keeps for them. */
export async function resolve(
  specifier: string,
  context: ResolveContext,
  next: Next<ResolveContext, Promise<Resolved>>,
): Promise<Resolved> {
  return carryGeneration(await next(sourceOf(specifier, context), context), context);
}

/** Hook for `register`, on the thread that Node keeps for them. */
export async function load(
  url: string,
  context: unknown,
  next: Next<unknown, Promise<Loaded>>,
): Promise<Loaded> {
  return isTypeScript(url) ? erase(url, await loadTypeEraser()) : next(url, context);
}

function isTypeScript(url: string): boolean {
  return url.startsWith("file:") && /\.m?ts$/.test(new URL(url).pathname) && !isInstalled(url);
}

function isInstalled(url: string): boolean {
  return url.includes("/node_modules/");
}

/** Authors of TypeScript write `./rates.js` for `./rates.ts`, as its compiler wants it. */
function sourceOf(specifier: string, { parentURL }: ResolveContext): string {
  if (parentURL === undefined || !/^\.{1,2}\/.*\.m?js$/.test(specifier)) return specifier;
  const wanted = new URL(specifier, parentURL);
  if (wanted.protocol !== "file:" || existsSync(wanted)) return specifier;
  const source = specifier.replace(/js$/, "ts");
  return existsSync(new URL(source, parentURL)) ? source : specifier;
}

/** What a module of one generation imports from the user's files is of the same generation. */
function carryGeneration(resolved: Resolved, { parentURL }: ResolveContext): Resolved {
  const generation = parentURL?.startsWith("file:")
    ? new URL(parentURL).searchParams.get("execbox")
    : null;
  if (generation === null || !resolved.url.startsWith("file:") || isInstalled(resolved.url)) {
    return resolved;
  }
  const url = new URL(resolved.url);
  url.searchParams.set("execbox", generation);
  return { ...resolved, url: url.href };
}

function erase(url: string, eraser: TypeEraser | undefined): Loaded {
  const file = fileURLToPath(new URL(new URL(url).pathname, "file:"));
  if (eraser === undefined) {
    throw new Error(
      `${file} is TypeScript, and the oxc-transform package that reads it is not here`,
    );
  }
  const source = readFileSync(file, "utf8");
  const { code, mappings } = eraser.erase(source, { module: true });
  const map = { version: 3, sources: [file], sourcesContent: [source], names: [], mappings };
  const comment = Buffer.from(JSON.stringify(map)).toString("base64");
  return {
    format: "module",
    source: `${code}\n//# sourceMappingURL=data:application/json;base64,${comment}`,
    shortCircuit: true,
  };
}
