import { createHash } from "node:crypto";
import type { ProviderManifest } from "@execbox/core";
import { type ExecuteMessage, KeptCatalogues } from "@execbox/protocol";

interface KeptManifests {
  digest: string;
  manifests: ProviderManifest[];
}

/**
 * The catalogues of one connection. Hosts name their own, and engines are shared by hosts: under
 * a host's own name one host could plant namespaces for another. So every set of manifests gets
 * a name here that nobody can choose: the SHA-256 of the names in it.
 */
export class ConnectionCatalogues {
  readonly #kept = new KeptCatalogues<KeptManifests>();

  /** The message under this runner's own digest; `undefined` when it names what was never sent. */
  resolve(message: ExecuteMessage): ExecuteMessage | undefined {
    const { catalogue: named, providers, ...rest } = message;
    const known = named === undefined ? undefined : this.#kept.get(named);
    if (known !== undefined && providers.length === 0) {
      return { ...rest, providers: known.manifests, catalogue: known.digest };
    }
    if (providers.length === 0) return named === undefined ? message : undefined;
    const manifests = providers.map(toNames);
    const digest = digestOf(manifests);
    if (named !== undefined) this.#kept.keep(named, { digest, manifests });
    return { ...rest, providers: manifests, catalogue: digest };
  }
}

/** What an engine needs of a manifest. */
function toNames({ name, tools }: ProviderManifest): ProviderManifest {
  const names: ProviderManifest["tools"] = Object.create(null);
  for (const key of Object.keys(tools)) names[key] = { safeName: key, originalName: key };
  return { name, tools: names, types: "" };
}

function digestOf(manifests: readonly ProviderManifest[]): string {
  const spelled = JSON.stringify(manifests.map(({ name, tools }) => [name, Object.keys(tools)]));
  return createHash("sha256").update(spelled).digest("base64url");
}
