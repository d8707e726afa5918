import { createHash, timingSafeEqual } from "node:crypto";
import {
  hostHeaderValidationResponse,
  originValidationResponse,
} from "@modelcontextprotocol/server";

/** Who may talk to an HTTP endpoint. */
export interface GuardOptions {
  /** The address it listens on. */
  host: string;
  /** Every request must carry it as `Authorization: Bearer …`. */
  token?: string;
  /** Host names of web pages that may call; on loopback, pages of this machine may as well. */
  allowedOrigins?: readonly string[];
}

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]", "::1"];
const MIN_TOKEN_CHARS = 16;

/** Whether only this machine can reach the address. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.includes(host) || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/**
 * The response that refuses a request, or `undefined` when it may pass. A web page anywhere can
 * make a browser send requests to this machine: pages are known by their Origin, and those that
 * made their own name point here (DNS rebinding) by their Host.
 */
export function createGuard(options: GuardOptions): (request: Request) => Response | undefined {
  const { host, token, allowedOrigins = [] } = options;
  const isLocal = isLoopback(host);
  if (!isLocal && token === undefined) {
    throw new TypeError(`listening on ${host} needs a token: others can reach that address`);
  }
  if (token !== undefined && token.length < MIN_TOKEN_CHARS) {
    throw new TypeError(`the token must have at least ${MIN_TOKEN_CHARS} characters`);
  }
  const expected = token === undefined ? undefined : digest(`Bearer ${token}`);
  const origins = [...allowedOrigins, ...(isLocal ? LOOPBACK : [])];
  return (request) => {
    const misled = isLocal ? hostHeaderValidationResponse(request, [...LOOPBACK, host]) : undefined;
    if (misled !== undefined) return misled;
    const foreign = originValidationResponse(request, origins);
    if (foreign !== undefined) return foreign;
    if (expected === undefined) return undefined;
    const given = digest(request.headers.get("authorization") ?? "");
    return timingSafeEqual(given, expected) ? undefined : unauthorized();
  };
}

/** Of one length whatever was sent, so that comparing takes one time. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function unauthorized(): Response {
  const error = { code: -32000, message: "Unauthorized: send Authorization: Bearer <token>" };
  return Response.json(
    { jsonrpc: "2.0", error, id: null },
    { status: 401, headers: { "WWW-Authenticate": "Bearer" } },
  );
}
