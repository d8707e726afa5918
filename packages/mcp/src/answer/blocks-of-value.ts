import { isObject } from "../upstream/shapes.js";
import {
  type ContentBlock,
  readContentBlock,
  readContentBlocks,
  type TextBlock,
} from "./content-blocks.js";
import { shortenJson, shortenText } from "./shorten.js";

/**
 * More, or larger, media than a client could show in one answer. Clients of the official SDK hang up
 * on messages of 10 MB: a guest must not be able to make them.
 */
const MAX_MEDIA = 16;
const MAX_MEDIA_CHARS = 6 * 1024 * 1024;
const MAX_LABEL_CHARS = 10_000;

/** An answer as blocks, and what was left out of it. */
export interface AnswerBlocks {
  blocks: ContentBlock[];
  cuts: string[];
}

/**
 * What a run returned, as blocks a client shows. A `CallToolResult`, a list of blocks or a single
 * block is passed on as what it is. Anything else is JSON; pictures, sounds and files inside it
 * are taken out and follow as blocks of their own, because base64 says nothing to a model.
 */
export function blocksOfValue(value: unknown, maxTextChars: number): AnswerBlocks {
  const blocks = asBlocks(value);
  if (blocks !== undefined) return fitBlocks(blocks, maxTextChars);
  const media = new MediaShelf();
  const rest = media.take(value);
  const { text, cuts } =
    typeof rest === "string" ? shortenText(rest, maxTextChars) : shortenJson(rest, maxTextChars);
  return { blocks: [{ type: "text", text }, ...media.blocks], cuts: [...cuts, ...media.cuts] };
}

/** The value as the blocks it is made of, when it is made of nothing else. */
function asBlocks(value: unknown): ContentBlock[] | undefined {
  if (Array.isArray(value)) return allBlocks(value);
  if (!isObject(value)) return undefined;
  const { content, structuredContent } = value;
  if (Array.isArray(content) && Object.keys(value).every((key) => ENVELOPE_KEYS.has(key))) {
    if (content.length > 0) return allBlocks(content);
    if (structuredContent === undefined) return [];
    return undefined;
  }
  const block = readContentBlock(value);
  return block === undefined ? undefined : [block];
}

const ENVELOPE_KEYS: ReadonlySet<string> = new Set([
  "content",
  "structuredContent",
  "isError",
  "_meta",
]);

function allBlocks(items: readonly unknown[]): ContentBlock[] | undefined {
  if (items.length === 0) return undefined;
  const blocks = readContentBlocks(items);
  return blocks.length === items.length ? blocks : undefined;
}

/** Texts, links and labels share the room for text; media have their own bounds. */
function fitBlocks(blocks: readonly ContentBlock[], maxTextChars: number): AnswerBlocks {
  const cuts: string[] = [];
  const kept: ContentBlock[] = [];
  const shelf = new MediaShelf();
  let room = maxTextChars;
  for (const block of blocks) {
    const text = textOf(block);
    room -= labelSize(block);
    if (room <= 0) {
      cuts.push(`content: ${kept.length} of ${blocks.length} blocks`);
      break;
    }
    if (text === undefined) {
      const left = shelf.put(block);
      room -= left?.length ?? 0;
      kept.push(left === undefined ? block : { type: "text", text: left });
      continue;
    }
    const short = shortenText(text, room);
    room -= short.text.length;
    cuts.push(...short.cuts);
    kept.push(withText(block, short.text));
  }
  return { blocks: kept, cuts: [...cuts, ...shelf.cuts] };
}

/** What a block takes beside its text or bytes: addresses, names, descriptions. */
function labelSize(block: ContentBlock): number {
  if (block.type === "text") return 0;
  if (block.type === "resource_link") return JSON.stringify(block).length;
  return block.type === "resource" ? block.resource.uri.length : 0;
}

function textOf(block: ContentBlock): string | undefined {
  if (block.type === "text") return block.text;
  if (block.type === "resource" && "text" in block.resource) return block.resource.text;
  return undefined;
}

function withText(block: ContentBlock, text: string): ContentBlock {
  if (block.type === "resource") return { ...block, resource: { ...block.resource, text } };
  const { annotations } = block;
  const plain: TextBlock = { type: "text", text };
  return annotations === undefined ? plain : { ...plain, annotations };
}

/** Collects the media of an answer, within bounds. */
class MediaShelf {
  readonly blocks: ContentBlock[] = [];
  readonly #cuts = new Set<string>();
  #count = 0;
  #chars = 0;

  get cuts(): string[] {
    return [...this.#cuts];
  }

  /** The value with a short note in the place of each picture, sound or file in it. */
  take(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.take(item));
    if (!isObject(value)) return value;
    const block = CARRIES_BYTES.has(value["type"]) ? readContentBlock(value) : undefined;
    if (block !== undefined && bytesOf(block) > 0) {
      const left = this.put(block);
      if (left !== undefined) return left;
      this.blocks.push(block);
      return `[${describeMedia(block)}, attached as block ${this.blocks.length + 1}]`;
    }
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.take(item)]));
  }

  /** Counts a block; a note instead of the block when there is no room for it. */
  put(block: ContentBlock): string | undefined {
    const chars = bytesOf(block);
    if (chars === 0) return undefined;
    const isTooMuch = this.#count >= MAX_MEDIA || this.#chars + chars > MAX_MEDIA_CHARS;
    if (isTooMuch || labelSize(block) > MAX_LABEL_CHARS) {
      this.#cuts.add(
        `media: at most ${MAX_MEDIA} of them and ${MAX_MEDIA_CHARS / 1024 / 1024} MiB`,
      );
      return `[${describeMedia(block)}, left out]`;
    }
    this.#count++;
    this.#chars += chars;
    return undefined;
  }
}

const CARRIES_BYTES: ReadonlySet<unknown> = new Set(["image", "audio", "resource"]);

function bytesOf(block: ContentBlock): number {
  if (block.type === "image" || block.type === "audio") return block.data.length;
  return block.type === "resource" && "blob" in block.resource ? block.resource.blob.length : 0;
}

function describeMedia(block: ContentBlock): string {
  const size = `${Math.max(1, Math.round((bytesOf(block) * 0.75) / 1024))} KB`;
  if (block.type === "image" || block.type === "audio")
    return `${block.type} ${block.mimeType}, ${size}`;
  return block.type === "resource"
    ? `file ${block.resource.uri.slice(0, 200)}, ${size}`
    : block.type;
}
