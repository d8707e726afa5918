import type {
  ExportNamedDeclaration,
  Identifier,
  ImportDeclaration,
  Literal,
  Pattern,
  Program,
  VariableDeclaration,
} from "acorn";
import { skipTrivia } from "../text.js";
import type { Refusal } from "./module-parser.js";

/** A name that a module takes from another, and where in the text it says so. */
export interface NamedImport {
  readonly specifier: string;
  readonly name: string;
  readonly at: number;
}

/** What stands behind one exported name. */
export type ExportEntry =
  | { readonly kind: "local"; readonly local: string }
  | ({ readonly kind: "from" } & NamedImport)
  | { readonly kind: "namespace"; readonly specifier: string };

/** What a module asks of others and offers them: the tables that ECMAScript links by. */
export interface ModuleEntries {
  /** Every static specifier and where it first stands, in the order of the text. */
  readonly requests: ReadonlyMap<string, number>;
  /** Names that must exist elsewhere; namespaces always do. */
  readonly imports: readonly NamedImport[];
  readonly exports: ReadonlyMap<string, ExportEntry>;
  /** Specifiers of `export * from`. */
  readonly stars: ReadonlySet<string>;
  /** The first import with attributes, which could only ask for what no graph holds. */
  readonly refusal: Refusal | undefined;
}

/** The local name of a default export that has none; no identifier can be this. */
export const DEFAULT_LOCAL = "*default*";

/** Reads a module's tables off its syntax tree. */
export function entriesOf(text: string, program: Program): ModuleEntries {
  return new Entries(text).read(program);
}

class Entries implements ModuleEntries {
  readonly #text: string;
  readonly requests = new Map<string, number>();
  readonly imports: NamedImport[] = [];
  readonly exports = new Map<string, ExportEntry>();
  readonly stars = new Set<string>();
  refusal: Refusal | undefined;
  /** Imported names by the name they have in this module. */
  readonly #bound = new Map<string, NamedImport>();
  /** `export { a }`: what `a` is becomes known when all imports have been seen. */
  readonly #listed: { exported: string; local: Identifier }[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  read(program: Program): this {
    for (const node of program.body) {
      switch (node.type) {
        case "ImportDeclaration":
          this.#import(node);
          break;
        case "ExportAllDeclaration": {
          const specifier = this.#request(node.source, node.end);
          if (node.exported) {
            this.exports.set(nameOf(node.exported), { kind: "namespace", specifier });
          } else this.stars.add(specifier);
          break;
        }
        case "ExportDefaultDeclaration": {
          const { declaration } = node;
          const named =
            declaration.type === "FunctionDeclaration" || declaration.type === "ClassDeclaration";
          const local = (named && declaration.id?.name) || DEFAULT_LOCAL;
          this.exports.set("default", { kind: "local", local });
          break;
        }
        case "ExportNamedDeclaration":
          this.#export(node);
          break;
      }
    }
    for (const { exported, local } of this.#listed) {
      const bound = this.#bound.get(local.name);
      this.exports.set(
        exported,
        bound === undefined
          ? { kind: "local", local: local.name }
          : { kind: "from", ...bound, at: local.start },
      );
    }
    return this;
  }

  #import(node: ImportDeclaration): void {
    const specifier = this.#request(node.source, node.end);
    for (const item of node.specifiers) {
      if (item.type === "ImportNamespaceSpecifier") continue;
      const imported = item.type === "ImportSpecifier" ? item.imported : undefined;
      const entry = {
        specifier,
        name: imported === undefined ? "default" : nameOf(imported),
        at: item.start,
      };
      this.imports.push(entry);
      this.#bound.set(item.local.name, entry);
    }
  }

  #export(node: ExportNamedDeclaration): void {
    if (node.declaration?.type === "VariableDeclaration") {
      for (const local of namesIn(node.declaration)) {
        this.exports.set(local, { kind: "local", local });
      }
    } else if (node.declaration) {
      const local = node.declaration.id.name;
      this.exports.set(local, { kind: "local", local });
    }
    const specifier = node.source ? this.#request(node.source, node.end) : undefined;
    for (const { local, exported } of node.specifiers) {
      if (specifier !== undefined) {
        const entry = { specifier, name: nameOf(local), at: local.start };
        this.exports.set(nameOf(exported), { kind: "from", ...entry });
      } else if (local.type === "Identifier") {
        this.#listed.push({ exported: nameOf(exported), local });
      }
    }
  }

  #request(source: Literal, end: number): string {
    const specifier = String(source.value);
    const after = skipTrivia(this.#text, source.end);
    if (after < end && this.#text.startsWith("with", after)) {
      this.refusal ??= {
        at: after,
        reason: "Import attributes are not supported; every module here is source text",
        specifier,
      };
    }
    if (!this.requests.has(specifier)) this.requests.set(specifier, source.start);
    return specifier;
  }
}

export function nameOf(node: Identifier | Literal): string {
  return node.type === "Identifier" ? node.name : String(node.value);
}

/** The names that a declaration binds, patterns included. */
export function namesIn(declaration: VariableDeclaration): string[] {
  const names: string[] = [];
  const pending: (Pattern | null)[] = declaration.declarations.map(({ id }) => id);
  for (const pattern of pending) {
    switch (pattern?.type) {
      case "Identifier":
        names.push(pattern.name);
        break;
      case "ObjectPattern":
        for (const property of pattern.properties) {
          pending.push(property.type === "Property" ? property.value : property.argument);
        }
        break;
      case "ArrayPattern":
        // Not spread: a guest may write more elements than a call has room for arguments.
        for (const element of pattern.elements) pending.push(element);
        break;
      case "AssignmentPattern":
        pending.push(pattern.left);
        break;
      case "RestElement":
        pending.push(pattern.argument);
        break;
    }
  }
  return names;
}
