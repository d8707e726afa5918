import { messageOf } from "@execbox/core";

/**
 * What is needed of an MCP client. The clients of the official SDK fit, 2.x and 1.x alike: they
 * are told apart by what they can do, never by their class.
 */
export interface McpClientLike {
  listTools(...args: never[]): Promise<unknown>;
  callTool(...args: never[]): Promise<unknown>;
  /** Called by the SDK for notifications nobody else handles. */
  fallbackNotificationHandler?: ((notification: never) => Promise<void>) | undefined;
  /** Called by the SDK when the connection is gone. */
  onclose?: (() => void) | undefined;
}

/** What is needed of an MCP server in this process: `Server` and `McpServer` of SDK 2.x and 1.x. */
export interface McpServerLike {
  connect(...args: never[]): Promise<unknown>;
  close(): Promise<void>;
}

/** What one request to an upstream may take, in the words of the SDK. */
export interface RequestOptions {
  signal?: AbortSignal;
  timeout?: number;
  onprogress?: (progress: unknown) => void;
}

/** What timers can hold: our own clocks decide, not the SDK's. */
export const NO_SDK_TIMEOUT = 2 ** 31 - 1;

/** Asks for one page of the catalogue. */
export async function requestTools(
  client: McpClientLike,
  cursor: string | undefined,
  options: RequestOptions,
): Promise<unknown> {
  const params = cursor === undefined ? {} : { cursor };
  // Cached answers are for those who poll; whoever asks here was told that something changed.
  return Reflect.apply(client.listTools, client, [params, { ...options, cacheMode: "refresh" }]);
}

/** Calls a tool. SDK 1.x takes a schema between parameters and options, 2.x does not. */
export async function requestCall(
  client: McpClientLike,
  params: { name: string; arguments: object },
  options: RequestOptions,
): Promise<unknown> {
  const isSecond = "listen" in client && typeof client.listen === "function";
  const args = isSecond ? [params, options] : [params, undefined, options];
  return Reflect.apply(client.callTool, client, args);
}

/** The sentence of an SDK error without the code number that SDK 1.x puts before it. */
export function upstreamMessage(error: unknown): string {
  // The SDK checks answers by recursion; only what an upstream sent can be that deep.
  if (error instanceof RangeError) return "its answer is nested too deeply to be read";
  // What fetch knows of a failure is in the cause.
  const cause =
    error instanceof TypeError && isObject(error.cause) ? error.cause["code"] : undefined;
  if (typeof cause === "string") return `${messageOf(error)} (${cause})`;
  return messageOf(error).replace(/^(?:MCP error -?\d+: )+/, "");
}

/** Whether an error says that the connection failed, rather than that the server answered with it. */
export function isConnectionError(error: unknown): boolean {
  // fetch throws a TypeError for everything that happens on the way.
  if (error instanceof TypeError) return true;
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" && CONNECTION_CODES.test(code);
}

const CONNECTION_CODES = /^(?:NOT_CONNECTED|CONNECTION_CLOSED|SEND_FAILED|CLIENT_HTTP_\w+)$/;

/** Whether a value is an object with members to look at. */
export function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
