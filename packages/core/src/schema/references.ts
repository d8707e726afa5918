import type { JsonSchema } from "../types.js";
import { eachSubschema, IN_PLACE_KEYWORDS, isJsonSchema, type SchemaObject } from "./keywords.js";

/**
 * Finds what a `$ref` means. It knows JSON pointers, `$anchor`, and `$id` within the same
 * document; nothing is ever fetched. Made at the first `$ref`: most schemas have none.
 */
export class References {
  readonly #root: SchemaObject;
  /** The schemas with an `$id`, and the anchors inside each resource as `id#anchor`. */
  readonly #named = new Map<string, SchemaObject>();
  /** The resource (root or nearest ancestor with an `$id`) of schemas that are not the root's. */
  readonly #resources = new Map<SchemaObject, SchemaObject>();
  readonly #visits = new Map<SchemaObject, "open" | "done">();

  constructor(root: SchemaObject) {
    this.#root = root;
    this.#index(root, root, new Set());
  }

  /** The schema that `from.$ref` points at, or `undefined` when there is none. */
  resolve(from: SchemaObject): JsonSchema | undefined {
    const reference = from["$ref"];
    if (typeof reference !== "string") return undefined;
    const hash = reference.indexOf("#");
    const id = hash < 0 ? reference : reference.slice(0, hash);
    const fragment = hash < 0 ? "" : reference.slice(hash + 1);
    const resource =
      id === "" ? (this.#resources.get(from) ?? this.#root) : this.#named.get(withoutHash(id));
    if (resource === undefined) return undefined;
    if (fragment === "") return resource;
    if (fragment.startsWith("/")) return followPointer(resource, fragment);
    return this.#named.get(`${idOf(resource)}#${fragment}`);
  }

  /**
   * Whether following `start` leads in a circle that never descends into a property or an item:
   * checking a value against such a schema would never end.
   */
  loops(start: SchemaObject): boolean {
    const state = this.#visits.get(start);
    if (state !== undefined) return state === "open";
    this.#visits.set(start, "open");
    const next: SchemaObject[] = [];
    eachSubschema(start, (subschema, keyword) => {
      if (IN_PLACE_KEYWORDS.has(keyword)) next.push(subschema);
    });
    const target = this.resolve(start);
    if (target !== undefined && typeof target !== "boolean") next.push(target);
    // Left open on purpose: whatever leads to a loop is a loop for whoever asks later.
    if (next.some((schema) => this.loops(schema))) return true;
    this.#visits.set(start, "done");
    return false;
  }

  #index(schema: SchemaObject, resource: SchemaObject, visited: Set<SchemaObject>): void {
    if (visited.has(schema)) return;
    visited.add(schema);
    const id = schema["$id"];
    let own = resource;
    if (typeof id === "string") {
      // draft-07 spells an anchor as an `$id` that is only a fragment.
      if (id.startsWith("#")) this.#named.set(`${idOf(resource)}${id}`, schema);
      else {
        own = schema;
        this.#named.set(withoutHash(id), schema);
      }
    }
    if (own !== this.#root) this.#resources.set(schema, own);
    const anchor = schema["$anchor"];
    if (typeof anchor === "string") this.#named.set(`${idOf(own)}#${anchor}`, schema);
    eachSubschema(schema, (subschema) => this.#index(subschema, own, visited));
  }
}

function idOf(resource: SchemaObject): string {
  const id = resource["$id"];
  return typeof id === "string" && !id.startsWith("#") ? withoutHash(id) : "";
}

function withoutHash(id: string): string {
  return id.endsWith("#") ? id.slice(0, -1) : id;
}

function followPointer(resource: SchemaObject, pointer: string): JsonSchema | undefined {
  let current: unknown = resource;
  for (const token of pointer.slice(1).split("/")) {
    if (typeof current !== "object" || current === null) return undefined;
    const key = decodeToken(token);
    if (!Object.hasOwn(current, key)) return undefined;
    current = Reflect.get(current, key);
  }
  return isJsonSchema(current) ? current : undefined;
}

function decodeToken(token: string): string {
  try {
    return decodeURIComponent(token).replaceAll("~1", "/").replaceAll("~0", "~");
  } catch {
    // A lone "%" is not an escape; read it as it stands.
    return token.replaceAll("~1", "/").replaceAll("~0", "~");
  }
}
