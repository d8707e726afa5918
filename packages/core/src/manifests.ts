import type { ProviderManifest, ResolvedToolProvider } from "./types.js";

const manifests = new WeakMap<ResolvedToolProvider, ProviderManifest>();

/**
 * What a runner may know of the providers: names, descriptions and types, no closures.
 * Made once per provider object; a large catalogue costs nothing after its first run.
 */
export function extractProviderManifests(
  providers: readonly ResolvedToolProvider[],
): ProviderManifest[] {
  return providers.map((provider) => {
    let manifest = manifests.get(provider);
    if (manifest === undefined) {
      manifest = toManifest(provider);
      manifests.set(provider, manifest);
    }
    return manifest;
  });
}

function toManifest(provider: ResolvedToolProvider): ProviderManifest {
  const tools: ProviderManifest["tools"] = Object.create(null);
  for (const [safeName, tool] of Object.entries(provider.tools)) {
    tools[safeName] = {
      safeName,
      originalName: tool.originalName,
      ...(tool.description === undefined ? {} : { description: tool.description }),
    };
  }
  return { name: provider.name, tools, types: provider.types };
}
