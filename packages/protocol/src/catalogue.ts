import {
  extractProviderManifests,
  type ProviderManifest,
  type ResolvedToolProvider,
} from "@execbox/core";

/** The manifests of one set of providers under a name that stands for them. */
export interface Catalogue {
  /** Equal for equal namespaces and tool names; what a runner may key its caches by. */
  digest: string;
  /** Names alone, which is all our own runners need. */
  manifests: ProviderManifest[];
  /** With descriptions and types, for runners that may want to show them. */
  describe(): ProviderManifest[];
}

const MAX_KEPT = 64;

/**
 * What a link remembers of the catalogues that were sent over it in full. Both ends keep the
 * last 64 of them in the order in which they were sent, and so agree on which those are.
 */
export class KeptCatalogues<T> {
  readonly #kept = new Map<string, T>();

  get(digest: string): T | undefined {
    return this.#kept.get(digest);
  }

  keep(digest: string, value: T): void {
    if (this.#kept.has(digest)) return;
    this.#kept.set(digest, value);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }
}

const named = new WeakMap<ResolvedToolProvider, { digest: string; manifest: ProviderManifest }>();

/**
 * The catalogue of a set of providers. Everything about a provider is memoised by its object: a
 * catalogue of a thousand tools is walked once in its life.
 */
export function catalogueOf(providers: readonly ResolvedToolProvider[]): Catalogue {
  if (providers.length === 0) return NO_TOOLS;
  const digest = providers.map((provider) => namesOf(provider).digest).join("+");
  return {
    digest: digest.length <= 200 ? digest : digestText(digest),
    manifests: providers.map((provider) => namesOf(provider).manifest),
    describe: () => extractProviderManifests(providers),
  };
}

const NO_TOOLS: Catalogue = { digest: "", manifests: [], describe: () => [] };

/** The digest of manifests that arrived without one, from a host that is not ours. */
export function digestManifests(manifests: readonly ProviderManifest[]): string {
  return digestText(manifests.map(spell).join());
}

function namesOf(provider: ResolvedToolProvider): { digest: string; manifest: ProviderManifest } {
  let known = named.get(provider);
  if (known === undefined) {
    const tools: ProviderManifest["tools"] = Object.create(null);
    for (const [safeName, { originalName }] of Object.entries(provider.tools)) {
      tools[safeName] = { safeName, originalName };
    }
    const manifest: ProviderManifest = { name: provider.name, tools, types: "" };
    known = { digest: digestText(spell(manifest)), manifest };
    named.set(provider, known);
  }
  return known;
}

function spell(manifest: ProviderManifest): string {
  return JSON.stringify([manifest.name, Object.keys(manifest.tools)]);
}

/**
 * Four interleaved 32-bit FNV-style sums: wide enough that two catalogues of one host do not
 * meet by chance. It need not resist attack: hosts name their own catalogues only.
 */
function digestText(text: string): string {
  const sums = [0x811c9dc5, 0x9e3779b9, 0x85ebca6b, 0xc2b2ae35];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    for (let lane = 0; lane < 4; lane++) {
      sums[lane] = Math.imul(sums[lane]! ^ (code + lane * 0x3779), 0x01000193 + lane * 0x2710);
    }
  }
  return sums.map((sum) => (sum >>> 0).toString(16).padStart(8, "0")).join("");
}
