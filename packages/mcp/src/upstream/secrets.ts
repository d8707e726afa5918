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
    const entries = [...Object.entries(config.env ?? {}), ...flagsOf(config.args ?? [])];
    return entries.filter(isSecret).flatMap(([, value]) => [value, ...secretsOfUrl(value)]);
  }
  const headers = Object.values(config.headers ?? {}).flatMap((value) => [
    value,
    // "Bearer abc": the token alone is as secret as the header.
    ...value.split(/\s+/).slice(1),
  ]);
  return [...headers, ...secretsOfUrl(config.url)];
}

/** `--token abc` and `--token=abc` as names with values; other arguments as values without a name. */
function flagsOf(args: readonly string[]): [string, string][] {
  return args.map((arg, index) => {
    const [, name, value] = /^(--?[\w-]+)=(.*)$/s.exec(arg) ?? [];
    if (name !== undefined && value !== undefined) return [name, value];
    const before = args[index - 1] ?? "";
    return [/^--?[\w-]+$/.test(before) && !arg.startsWith("-") ? before : "", arg];
  });
}

function isSecret([name, value]: [string, string]): boolean {
  // Paths are in half of all results, and whoever has a path has nothing yet.
  const isPath = /^(?:[./~]|[A-Za-z]:\\)/.test(value);
  return (SECRET_NAME.test(name) && !isPath) || looksRandom(value);
}

function secretsOfUrl(text: string): string[] {
  if (!/^[a-z][\w+.-]*:\/\//i.test(text) || !URL.canParse(text)) return [];
  const { password, searchParams } = new URL(text);
  return [password, decodeURIComponent(password), ...searchParams.values()];
}

/** A key by its look, whatever its name: a known beginning, or letters of both cases and digits. */
function looksRandom(value: string): boolean {
  if (KNOWN_KEY.test(value)) return true;
  const isMixed = /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value);
  // Names of projects and versions have more separators than keys have.
  return isMixed && /^[\w+=.-]{24,}$/.test(value) && value.split(/[-._]/).length <= 2;
}

const KNOWN_KEY =
  /^(?:sk|pk|rk|ghp|gho|ghs|ghu|github_pat|glpat|xox[abeprs]|hf|npm|shpat|AKIA|AIza|eyJ)[\w+=.-]{12,}$/;
