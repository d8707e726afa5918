/** Makes up names for referenced types: `#/$defs/user_profile` becomes `UserProfile`. */
export class AliasNames {
  readonly #rootName: string;
  readonly #prefix: string;
  /** The declarations use `Promise` themselves. */
  readonly #taken = new Set(["Promise"]);

  constructor(rootName: string, prefix: string) {
    this.#rootName = rootName;
    this.#prefix = prefix;
  }

  nameFor(reference: string): string {
    const base =
      reference === "#" ? this.#rootName : this.#prefix + pascalCase(lastWord(reference));
    let name = base;
    for (let suffix = 2; this.#taken.has(name); suffix++) name = `${base}${suffix}`;
    this.#taken.add(name);
    return name;
  }
}

/** Words joined as `PascalCase`, in ASCII; the first is never a digit. */
export function pascalCase(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const name = words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join("");
  return /^[A-Z]/.test(name) ? name.slice(0, 60) : `Type${name.slice(0, 60)}`;
}

function lastWord(reference: string): string {
  const word = reference.split(/[/#]/).findLast((part) => part !== "") ?? "";
  return word.replace(/~[01]|%[0-9a-f]{2}/gi, " ");
}
