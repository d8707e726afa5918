import { assertKnownKeys, assertRecord, describe } from "@execbox/core";
import { RunnerBlockError } from "../block/runner-block-error.js";
import type { RunnerLanguage, RunnerNeeds } from "../block/types.js";

/**
 * An image that the host has reviewed and lets bodies run in. The registry is the trust boundary:
 * a manifest can name what is in it and nothing else.
 */
export interface ImageTemplate {
  /** What manifests call it. */
  id: string;
  /** What the sandbox driver calls it. Default: the id. */
  base?: string;
  /** What it can run; `multi` is good for everything. */
  language: RunnerLanguage;
  /** Native packages that are in it already, by their Debian names. */
  native?: readonly string[];
  /** What else it can do, for people who choose: `"browser"`, `"gpu"`. */
  capabilities?: readonly string[];
  /** What it costs to run; lower is lighter. Default 1. */
  costTier?: number;
  /** How long it takes to start. Default 0. */
  coldStartMs?: number;
}

/** The registry of a host that brings none: one image a language, under the seed's own names. */
export const DEFAULT_IMAGES: readonly ImageTemplate[] = [
  { id: "mcp-node-server", language: "node", costTier: 1, coldStartMs: 200 },
  { id: "mcp-python-server", language: "python", costTier: 1, coldStartMs: 200 },
  {
    id: "mcp-browser-server",
    language: "multi",
    native: ["chromium"],
    capabilities: ["browser"],
    costTier: 3,
    coldStartMs: 1_000,
  },
];

/**
 * The image a body gets. Named: that one, or an error that lists what there is. Not named: the
 * lightest of its language that has all native packages, else the lightest of its language. The
 * same needs and the same registry always give the same image, whatever order it is in.
 */
export function pickImage(
  named: string | undefined,
  needs: RunnerNeeds,
  images: readonly ImageTemplate[],
): string {
  const ids = images.map(({ id }) => id).toSorted();
  const available = `the images are ${ids.join(", ") || "none"}`;
  if (named !== undefined) {
    if (ids.includes(named)) return named;
    throw new RunnerBlockError(
      "runner.image",
      `is ${describe(named)}, which the host's registry does not have; ${available}`,
    );
  }
  const fitting = images.filter(({ language }) => speaks(language, needs.language));
  const complete = fitting.filter((image) => missingNative(image, needs.native).length === 0);
  const [lightest] = (complete.length > 0 ? complete : fitting).toSorted(byWeight);
  if (lightest !== undefined) return lightest.id;
  throw new RunnerBlockError(
    "runner.needs.language",
    `is ${needs.language}, and no image of the host's registry is for it; ${available}`,
  );
}

/** The native packages that must still be installed into an image. */
export function missingNative(image: ImageTemplate, native: readonly string[]): string[] {
  return native.filter((name) => !image.native?.includes(name));
}

/** Refuses a registry that could not be trusted to mean what it says. */
export function assertImages(images: unknown): asserts images is readonly ImageTemplate[] {
  if (!Array.isArray(images)) {
    throw new TypeError(`host.images must be a list of images, got ${describe(images)}`);
  }
  const seen = new Set<unknown>();
  for (const [index, image] of images.entries()) {
    const path = `host.images[${index}]`;
    assertRecord(path, image);
    assertKnownKeys(path, image, IMAGE_KEYS);
    const { id, language }: { id?: unknown; language?: unknown } = image;
    if (typeof id !== "string" || id === "") {
      throw new TypeError(`${path}.id must be a name, got ${describe(id)}`);
    }
    if (seen.has(id)) throw new TypeError(`${path}.id is ${describe(id)}, which another image has`);
    seen.add(id);
    if (language !== "node" && language !== "python" && language !== "multi") {
      throw new TypeError(
        `${path}.language must be "node", "python" or "multi", got ${describe(language)}`,
      );
    }
  }
}

const IMAGE_KEYS = [
  "id",
  "base",
  "language",
  "native",
  "capabilities",
  "costTier",
  "coldStartMs",
] satisfies (keyof ImageTemplate)[];

function speaks(image: RunnerLanguage, wanted: RunnerLanguage): boolean {
  return image === "multi" || image === wanted;
}

/** Ends with the id, compared by code units, so that no two images are ever equal. */
function byWeight(a: ImageTemplate, b: ImageTemplate): number {
  return (
    (a.costTier ?? 1) - (b.costTier ?? 1) ||
    (a.coldStartMs ?? 0) - (b.coldStartMs ?? 0) ||
    (a.native?.length ?? 0) - (b.native?.length ?? 0) ||
    (a.id < b.id ? -1 : 1)
  );
}
