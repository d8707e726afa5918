import { CommandError, EXIT } from "./command.js";

/**
 * Loads a part that is installed only by those who use it.
 *
 * @example const { codeMcpServer } = await optional("@execbox/mcp", () => import("@execbox/mcp"));
 */
export async function optional<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (!isMissing(error, name)) throw error;
    throw new CommandError(
      `this needs ${name}, which is not installed: npm install ${name}`,
      EXIT.unavailable,
    );
  }
}

/** Whether `name` itself was not found, rather than something it imports. */
function isMissing(error: unknown, name: string): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  return error.code === "ERR_MODULE_NOT_FOUND" && error.message.includes(`'${name}'`);
}
