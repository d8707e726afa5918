import { isObject } from "../upstream/shapes.js";

/** What every block may carry for whom and how urgently it is meant. */
export interface BlockAnnotations {
  audience?: ("user" | "assistant")[];
  priority?: number;
}

interface Annotated {
  annotations?: BlockAnnotations;
}

/** One block of an MCP result. */
export type ContentBlock = TextBlock | MediaBlock | ResourceLinkBlock | ResourceBlock;

/** Words. */
export interface TextBlock extends Annotated {
  type: "text";
  text: string;
}

/** A picture or a sound, in base64. */
export interface MediaBlock extends Annotated {
  type: "image" | "audio";
  data: string;
  mimeType: string;
}

/** Where something can be read. */
export interface ResourceLinkBlock extends Annotated {
  type: "resource_link";
  uri: string;
  name: string;
  title?: string;
  description?: string;
  mimeType?: string;
}

/** The thing itself: text, or bytes in base64. */
export interface ResourceBlock extends Annotated {
  type: "resource";
  resource:
    | { uri: string; mimeType?: string; text: string }
    | { uri: string; mimeType?: string; blob: string };
}

/** Keeps the blocks of a list that are well formed. */
export function readContentBlocks(given: unknown): ContentBlock[] {
  if (!Array.isArray(given)) return [];
  return given.map(readContentBlock).filter((block) => block !== undefined);
}

/**
 * One block, rebuilt from the members MCP defines, or `undefined` when the value is none. Both
 * upstreams and guests write these values: `_meta`, which makes some clients act, never passes.
 */
export function readContentBlock(given: unknown): ContentBlock | undefined {
  if (!isObject(given)) return undefined;
  const block = readBody(given);
  if (block === undefined) return undefined;
  const annotations = readAnnotations(given["annotations"]);
  return annotations === undefined ? block : { ...block, annotations };
}

function readBody(given: { readonly [key: string]: unknown }): ContentBlock | undefined {
  const { type, text, data, mimeType, uri, name, resource } = given;
  switch (type) {
    case "text":
      return typeof text === "string" ? { type, text } : undefined;
    case "image":
    case "audio":
      return isBase64(data) && isMimeType(mimeType) ? { type, data, mimeType } : undefined;
    case "resource_link":
      return typeof uri === "string" && typeof name === "string"
        ? { type, uri, name, ...pickTexts(given, ["title", "description", "mimeType"]) }
        : undefined;
    case "resource":
      return readResource(resource);
    default:
      return undefined;
  }
}

function readResource(given: unknown): ResourceBlock | undefined {
  if (!isObject(given) || typeof given["uri"] !== "string") return undefined;
  const { uri, text, blob } = given;
  const about = { uri, ...pickTexts(given, ["mimeType"]) };
  if (typeof text === "string") return { type: "resource", resource: { ...about, text } };
  return isBase64(blob) ? { type: "resource", resource: { ...about, blob } } : undefined;
}

function readAnnotations(given: unknown): BlockAnnotations | undefined {
  if (!isObject(given)) return undefined;
  const { audience, priority } = given;
  const annotations: BlockAnnotations = {};
  if (Array.isArray(audience)) {
    annotations.audience = audience.filter((role) => role === "user" || role === "assistant");
  }
  if (typeof priority === "number" && priority >= 0 && priority <= 1)
    annotations.priority = priority;
  return Object.keys(annotations).length === 0 ? undefined : annotations;
}

function pickTexts<K extends string>(
  given: { readonly [key: string]: unknown },
  keys: readonly K[],
): { [key in K]?: string } {
  const picked: { [key in K]?: string } = {};
  for (const key of keys) {
    const value = given[key];
    if (typeof value === "string") picked[key] = value;
  }
  return picked;
}

function isBase64(value: unknown): value is string {
  return typeof value === "string" && value !== "" && /^[A-Za-z0-9+/_-]+={0,2}$/.test(value);
}

function isMimeType(value: unknown): value is string {
  return typeof value === "string" && /^[\w.+-]{1,80}\/[\w.+-]{1,80}(?:;[ -~]{0,80})?$/.test(value);
}
