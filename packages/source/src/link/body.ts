import type {
  Declaration as AnyDeclaration,
  ExportNamedDeclaration,
  ModuleDeclaration,
  Program,
  Statement,
  VariableDeclaration,
  VariableDeclarator,
} from "acorn";
import { skipTrivia } from "../text.js";
import { nameOf, namesIn } from "./entries.js";

/** A part of a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** `let` or `var` at the top level: the word, and what it declares. */
export interface Declaration extends Span {
  /** Where the statement ends. */
  readonly last: number;
  readonly names: readonly string[];
  /** Declarators that take a value apart; as assignments they need brackets. */
  readonly patterns: readonly Span[];
}

/** A default export that is no declaration with a name. */
export interface DefaultValue {
  /** `export default` itself. */
  readonly words: Span;
  /** Where the value ends, without a semicolon. */
  readonly end: number;
  /** Whether it is a function or class that gets its name from being the default. */
  readonly unnamed: boolean;
}

/** What has to change where the statements of a module are to stand inside a function. */
export interface ModuleBody {
  /** Imports and re-exports, which no function may hold. */
  readonly outside: readonly Span[];
  /** The word `export` before a declaration. */
  readonly words: readonly Span[];
  /** Lists of exports. */
  readonly lists: readonly Span[];
  /** `export default` before a value. */
  readonly defaultValue: DefaultValue | undefined;
  readonly declarations: readonly Declaration[];
  /** Names of functions, which are there before the first statement. */
  readonly functions: ReadonlySet<string>;
  /** Names that lists export and imports brought in: exported name and local one. */
  readonly passedOn: ReadonlyMap<string, string>;
}

/** Reads off a module's syntax tree what stands at its top level. */
export function bodyOf(text: string, program: Program): ModuleBody {
  const outside: Span[] = [];
  const words: Span[] = [];
  const lists: Span[] = [];
  const declarations: Declaration[] = [];
  const functions = new Set<string>();
  const imported = new Set<string>();
  const listed = new Map<string, string>();
  let defaultValue: ModuleBody["defaultValue"];
  for (const node of program.body) readStatement(node);
  for (const [exported, local] of listed) if (!imported.has(local)) listed.delete(exported);
  return { outside, words, lists, defaultValue, declarations, functions, passedOn: listed };

  function readStatement(node: Statement | ModuleDeclaration | AnyDeclaration): void {
    switch (node.type) {
      case "ImportDeclaration":
        outside.push(spanOf(node));
        for (const { local } of node.specifiers) imported.add(local.name);
        break;
      case "ExportAllDeclaration":
        outside.push(spanOf(node));
        break;
      case "ExportNamedDeclaration":
        readExport(node);
        break;
      case "ExportDefaultDeclaration": {
        const { declaration } = node;
        const { start } = node;
        const named =
          declaration.type === "FunctionDeclaration" || declaration.type === "ClassDeclaration";
        if (named && declaration.id) {
          words.push({ start, end: declaration.start });
          readStatement(declaration as AnyDeclaration);
          break;
        }
        // Not up to the value: brackets around it are in no tree.
        const word = skipTrivia(text, start + "export".length);
        defaultValue = {
          words: { start, end: word + "default".length },
          end: text[node.end - 1] === ";" ? node.end - 1 : node.end,
          unnamed: isUnnamed(declaration),
        };
        break;
      }
      case "FunctionDeclaration":
        functions.add(node.id.name);
        break;
      case "VariableDeclaration":
        readVariables(node);
        break;
    }
  }

  function readExport(node: ExportNamedDeclaration): void {
    if (node.source) outside.push(spanOf(node));
    else if (node.declaration) {
      words.push({ start: node.start, end: node.declaration.start });
      readStatement(node.declaration);
    } else {
      lists.push(spanOf(node));
      for (const { local, exported } of node.specifiers)
        listed.set(nameOf(exported), nameOf(local));
    }
  }

  function readVariables(node: VariableDeclaration): void {
    if (node.kind !== "let" && node.kind !== "var") return;
    declarations.push({
      start: node.start,
      end: node.start + node.kind.length,
      last: node.end,
      names: namesIn(node),
      patterns: node.declarations.filter(takesApart).map(spanOf),
    });
  }
}

function isUnnamed(value: { readonly type: string; readonly id?: unknown }): boolean {
  return (
    value.type === "ArrowFunctionExpression" || (/^(Function|Class)/.test(value.type) && !value.id)
  );
}

function takesApart({ id }: VariableDeclarator): boolean {
  return id.type !== "Identifier";
}

function spanOf({ start, end }: Span): Span {
  return { start, end };
}

/** The same after the text has been edited: `offsetOf` says where what stood somewhere stands now. */
export function movedBody(body: ModuleBody, offsetOf: (offset: number) => number): ModuleBody {
  const move = ({ start, end }: Span): Span => ({ start: offsetOf(start), end: offsetOf(end) });
  const { defaultValue } = body;
  return {
    ...body,
    outside: body.outside.map(move),
    words: body.words.map(move),
    lists: body.lists.map(move),
    defaultValue: defaultValue && {
      ...defaultValue,
      words: move(defaultValue.words),
      end: offsetOf(defaultValue.end),
    },
    declarations: body.declarations.map((declaration) => ({
      ...declaration,
      ...move(declaration),
      last: offsetOf(declaration.last),
      patterns: declaration.patterns.map(move),
    })),
  };
}
