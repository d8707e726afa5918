/** The guest package's own maker and comparer of values, which lie among its tests. */
type Support = typeof import("../../../guest/test/values-support.js");

const support = new URL("../../../../guest/dist/test/values-support.js", import.meta.url);

/** Loads them; they are compiled, and no part of any bundle. */
export async function loadValueSupport(): Promise<Support> {
  return (await import(support.href)) as Support;
}
