const RELATIVE = /^\.\.?(?:\/|$)/;
const SCHEME = /^([a-z][a-z0-9+.-]*):(.*)$/is;

/** Returns a key of `options.imports` if guest code can import it as a bare specifier. */
export function readImportSpecifier(key: string): string {
  const where = `options.imports[${JSON.stringify(key.slice(0, 80))}]`;
  refuseUnprintable(where, key);
  if (key === "") throw new TypeError(`${where} must be a bare specifier, such as "fs"`);
  if (RELATIVE.test(key)) {
    throw new TypeError(
      `${where} is a relative specifier; imports takes bare ones, put source text into modules`,
    );
  }
  if (key.startsWith("/")) {
    throw new TypeError(`${where} is an absolute path; use a bare specifier, such as "fs"`);
  }
  const [, scheme, rest] = SCHEME.exec(key) ?? [];
  if (scheme === undefined) return key;
  const remedy = scheme === "node" && rest ? JSON.stringify(rest) : "a bare specifier";
  throw new TypeError(`${where} has the scheme "${scheme}:", which never resolves; use ${remedy}`);
}

/**
 * Checks a key of `options.modules` and returns where it points from the root of the graph, so
 * that two spellings of one module can be told from two modules.
 */
export function readModuleKey(key: string): string {
  const where = `options.modules[${JSON.stringify(key.slice(0, 80))}]`;
  refuseUnprintable(where, key);
  if (!RELATIVE.test(key)) {
    const remedy = SCHEME.test(key) || key === "" ? "./module.js" : `./${key.replace(/^\/+/, "")}`;
    throw new TypeError(
      `${where} must be a relative specifier, such as ${JSON.stringify(remedy)}; ` +
        "host values under bare specifiers go into imports",
    );
  }
  const target: string[] = [];
  const segments = key.split("/");
  for (const segment of segments) {
    if (segment === "." || segment === "") continue;
    if (segment === ".." && target.length > 0 && target.at(-1) !== "..") target.pop();
    else target.push(segment);
  }
  const last = segments.at(-1);
  if (last === "" || last === "." || last === "..") {
    throw new TypeError(`${where} names a folder; name a module, such as "./helpers.js"`);
  }
  return target.join("/");
}

/**
 * Refuses control characters and halves of surrogate pairs: engines take names as C strings in
 * UTF-8, where the first end a name early and the second make different names equal.
 */
export function refuseUnprintable(where: string, text: string): void {
  if (/[\u0000-\u001f\u007f\u2028\u2029]/.test(text)) {
    throw new TypeError(`${where} has control characters or line breaks in it; remove them`);
  }
  if (/\p{Surrogate}/u.test(text)) {
    throw new TypeError(`${where} is not well-formed Unicode; it has half a surrogate pair in it`);
  }
}
