import { existsSync } from "node:fs";
import * as nodeModule from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { messageOf } from "@execbox/core";
import { loadTypeEraser } from "@execbox/source";
import { CommandError, EXIT } from "../cli/command.js";
import { syncHooks } from "./typescript-hooks.js";

let ready: Promise<void> | undefined;
let generation = 0;

/**
 * Imports a module that the user wrote, TypeScript included, whatever this Node can read by
 * itself. Each call reads it anew, with everything it imports by relative specifiers.
 */
export async function loadModule(file: string): Promise<Record<string, unknown>> {
  if (!existsSync(file)) throw new CommandError(`cannot find ${file}`, EXIT.noInput);
  ready ??= installHooks();
  await ready;
  const url = pathToFileURL(resolve(file));
  url.searchParams.set("execbox", String(++generation));
  try {
    return await import(url.href);
  } catch (error) {
    throw new CommandError(`cannot load ${file}: ${messageOf(error)}`, EXIT.badInput);
  }
}

/** The way Node has had since 22.15 runs on this thread; before it there is only the other one. */
async function installHooks(): Promise<void> {
  const registerHooks: unknown = Reflect.get(nodeModule, "registerHooks");
  if (typeof registerHooks === "function") {
    registerHooks(syncHooks(await loadTypeEraser()));
    return;
  }
  nodeModule.register(import.meta.resolve("execbox/typescript-hooks"));
}
