import {
  messageOf,
  type ResolvedToolProvider,
  resolveProvider,
  sanitizeIdentifier,
  type ToolDescriptor,
  type ToolProvider,
} from "@execbox/core";
import { CommandError, EXIT } from "../cli/command.js";
import { loadModule } from "./load-module.js";

/** The providers of the user's tool modules, in the order of the files. */
export async function readTools(files: readonly string[]): Promise<ResolvedToolProvider[]> {
  const providers: ResolvedToolProvider[] = [];
  for (const file of files) {
    const exported = await loadModule(file);
    const found = providersOf(file, exported);
    if (found.length === 0) {
      throw new CommandError(
        `${file} exports no tools; export functions, or providers such as { name: "shop", tools: { … } }`,
        EXIT.badInput,
      );
    }
    for (const provider of found) {
      if (providers.some(({ name }) => name === provider.name)) {
        throw new CommandError(
          `${file} has a provider "${provider.name}", and there is one already; give each its own name`,
          EXIT.badInput,
        );
      }
      providers.push(provider);
    }
  }
  return providers;
}

/**
 * What a module exports, as providers. An export with `tools` is a provider, called after itself or
 * after its export; functions and tool descriptors on their own make up one without a name.
 */
function providersOf(file: string, exported: Record<string, unknown>): ResolvedToolProvider[] {
  const providers: ResolvedToolProvider[] = [];
  const loose: Record<string, ToolDescriptor> = {};
  for (const [name, value] of Object.entries(exported)) {
    if (isResolved(value)) providers.push(value);
    else if (isProvider(value)) providers.push(resolve(file, named(value, name)));
    else if (isDescriptor(value)) loose[name] = value;
    else if (isFunction(value)) {
      const tool = name === "default" ? value.name || "run" : name;
      loose[tool] = { execute: (input, context) => value(input, context) };
    }
  }
  if (Object.keys(loose).length > 0) providers.push(resolve(file, { tools: loose }));
  return providers;
}

function named(provider: ToolProvider, exportName: string): ToolProvider {
  if (provider.name !== undefined || exportName === "default") return provider;
  return { ...provider, name: sanitizeIdentifier(exportName) };
}

function resolve(file: string, provider: ToolProvider): ResolvedToolProvider {
  try {
    return resolveProvider(provider);
  } catch (error) {
    throw new CommandError(`${file}: ${messageOf(error)}`, EXIT.badInput);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isResolved(value: unknown): value is ResolvedToolProvider {
  return isProvider(value) && "safeToOriginalName" in value;
}

function isProvider(value: unknown): value is ToolProvider {
  return isRecord(value) && isRecord(value["tools"]);
}

function isDescriptor(value: unknown): value is ToolDescriptor {
  return isRecord(value) && typeof value["execute"] === "function";
}

function isFunction(value: unknown): value is (...args: unknown[]) => unknown {
  return typeof value === "function";
}
