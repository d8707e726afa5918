import { ExecuteFailure } from "@execbox/core";
import type { ServerConfig } from "./connect.js";

const PLACEHOLDER = "[redacted]";

/** Shorter values are words like "true" or "prod"; replacing them would tear texts apart. */
const MIN_SECRET_CHARS = 6;

const SECRET_NAME =
  /key|token|secret|pass|pwd|credential|auth|private|cookie|session|dsn|database_url|connection/i;

/**
 * Takes the secrets a server was configured with out of whatever it says: error messages, which
 * clients show and log, and results, which guests read. A second line of defence: a server that
 * encodes its secret gets it through.
 */
export class Redactor {
  readonly #secrets: readonly string[];

  constructor(secrets: readonly string[] = []) {
    // The longest first: one secret may contain another.
    this.#secrets = [...new Set(secrets)]
      .filter((secret) => secret.length >= MIN_SECRET_CHARS)
      .sort((a, b) => b.length - a.length);
  }

  /** A text without the secrets. */
  text(text: string): string {
    let clean = text;
    for (const secret of this.#secrets) clean = clean.replaceAll(secret, PLACEHOLDER);
    return clean;
  }

  /** A JSON value without the secrets in its strings; the same object when it holds none. */
  value<T>(value: T): T {
    if (this.#secrets.length === 0) return value;
    const text = JSON.stringify(value) ?? "";
    const spelled = this.#secrets.map((secret) => JSON.stringify(secret).slice(1, -1));
    if (!spelled.some((secret) => text.includes(secret))) return value;
    return JSON.parse(text, (_key, item) => (typeof item === "string" ? this.text(item) : item));
  }

  /** The same failure with a clean message. */
  failure(failure: ExecuteFailure): ExecuteFailure {
    const message = this.text(failure.message);
    return message === failure.message ? failure : new ExecuteFailure(failure.code, message);
  }
}

/** The values in a server's configuration that nobody else should see. */
export function secretsOf(config: ServerConfig): string[] {
  if ("command" in config) {
    return Object.entries(config.env ?? {})
      .filter(([name, value]) => SECRET_NAME.test(name) || looksRandom(value))
      .map(([, value]) => value);
  }
  const secrets = Object.values(config.headers ?? {}).flatMap((value) => [
    value,
    // "Bearer abc": the token alone is as secret as the header.
    ...value.split(/\s+/).slice(1),
  ]);
  try {
    const url = new URL(config.url);
    secrets.push(url.password, ...url.searchParams.values());
  } catch {
    // What is no URL is reported when somebody connects to it.
  }
  return secrets;
}

/** Long, without spaces or slashes, letters and digits mixed: a key under another name. */
function looksRandom(value: string): boolean {
  return /^[\w+=.-]{20,}$/.test(value) && /\d/.test(value) && /[A-Za-z]/.test(value);
}
