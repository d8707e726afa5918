import { readFileSync } from "node:fs";
import { credsAuthenticator } from "@nats-io/transport-node";
import type { FleetOptions } from "./connection.js";

/** What a program may need to be let into NATS; each is the path of a file, except `user`. */
export interface NatsSecrets {
  /** A credentials file, as `nsc` writes it. */
  credentialsFile?: string | undefined;
  user?: string | undefined;
  /** Holds the password of `user`, or a token where there is no user. */
  passwordFile?: string | undefined;
  /** The authority whose certificates servers have. */
  caFile?: string | undefined;
  /** This program's own certificate and its key, where servers want one. */
  certFile?: string | undefined;
  keyFile?: string | undefined;
}

/**
 * Reads secrets from files, as the `connection` of `natsTransport`, `serveNats` and `watchFleet`.
 * Throws when a file cannot be read.
 */
export function readNatsSecrets(secrets: NatsSecrets): NonNullable<FleetOptions["connection"]> {
  const { credentialsFile, user, passwordFile, caFile, certFile, keyFile } = secrets;
  const password =
    passwordFile === undefined ? undefined : readFileSync(passwordFile, "utf8").trim();
  const tls = {
    ...(caFile === undefined ? {} : { ca: readFileSync(caFile, "utf8") }),
    ...(certFile === undefined ? {} : { cert: readFileSync(certFile, "utf8") }),
    ...(keyFile === undefined ? {} : { key: readFileSync(keyFile, "utf8") }),
  };
  return {
    ...(credentialsFile === undefined
      ? {}
      : { authenticator: credsAuthenticator(readFileSync(credentialsFile)) }),
    ...(user === undefined ? {} : { user, ...(password === undefined ? {} : { pass: password }) }),
    ...(user === undefined && password !== undefined ? { token: password } : {}),
    ...(Object.keys(tls).length === 0 ? {} : { tls }),
  };
}
