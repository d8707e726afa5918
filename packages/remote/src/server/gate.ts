import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { describe } from "@execbox/core";

/** Why a request is not let in, as an HTTP answer. */
export interface Rejection {
  status: number;
  reason: string;
}

const MIN_TOKEN_CHARS = 16;

/** Decides who may speak to a runner that listens. */
export class Gate {
  readonly #digests: Buffer[];
  readonly #origins: ReadonlySet<string>;

  constructor(tokens: readonly string[], origins: readonly string[]) {
    tokens.forEach(assertToken);
    this.#digests = tokens.map(digest);
    this.#origins = new Set(origins);
  }

  /** Whether anybody may come in who can reach the port. */
  get isOpen(): boolean {
    return this.#digests.length === 0;
  }

  /**
   * Checks a request for a WebSocket. A page in a browser may open one to any address, this
   * machine's own included; browsers say where the page is from, and nobody else does.
   */
  checkUpgrade(request: IncomingMessage): Rejection | undefined {
    const { origin } = request.headers;
    if (origin !== undefined && !this.#origins.has(origin)) {
      return { status: 403, reason: "this runner does not serve pages of that origin" };
    }
    return this.checkToken(request);
  }

  /** Checks the bearer token alone. */
  checkToken({ headers }: IncomingMessage): Rejection | undefined {
    if (this.isOpen || this.#knows(headers.authorization)) return undefined;
    return { status: 401, reason: "this runner asks for a bearer token that it knows" };
  }

  /** Every token is compared, in a time that tells nothing about any of them. */
  #knows(authorization: string | undefined): boolean {
    const given = digest(/^Bearer (\S+)$/i.exec(authorization ?? "")?.[1] ?? "");
    let known = false;
    for (const each of this.#digests) if (timingSafeEqual(each, given)) known = true;
    return known;
  }
}

function digest(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

function assertToken(token: unknown): void {
  if (
    typeof token === "string" &&
    token.length >= MIN_TOKEN_CHARS &&
    /^[\x21-\x7e]+$/.test(token)
  ) {
    return;
  }
  throw new TypeError(
    `token must be at least ${MIN_TOKEN_CHARS} visible ASCII characters, got ${typeof token === "string" ? `${token.length} characters` : describe(token)}; "openssl rand -hex 32" makes one`,
  );
}
