import type { SandboxNeeds } from "./sandbox-driver.js";

/**
 * What a name of a package may look like. Everything else could be an option of the installer, a
 * path, an address, or a request to remove something.
 */
const FORMS = {
  native: /^[a-z0-9][a-z0-9.+-]*[a-z0-9+]$/,
  npm: /^(@[a-z0-9~][a-z0-9._~-]*\/)?[a-z0-9~][a-z0-9._~-]*(@[\w.*^~<>=| +-]*)?$/,
  pip: /^[A-Za-z0-9][A-Za-z0-9._-]*(\[[A-Za-z0-9._, -]*\])?([<>=!~]=?=?[\w.*+!<>=~, -]*)?$/,
} as const;

const EXAMPLES = { native: "ffmpeg", npm: "stripe@^11.0.0", pip: "requests==2.31.0" } as const;

/** Refuses needs that are not names of packages. */
export function assertPackages(needs: SandboxNeeds): void {
  for (const kind of ["native", "npm", "pip"] as const) {
    for (const [index, name] of needs[kind].entries()) {
      if (FORMS[kind].test(name)) continue;
      throw new TypeError(
        `needs.${kind}[${index}] must name a package, as ${JSON.stringify(EXAMPLES[kind])} does, got ${JSON.stringify(name)}`,
      );
    }
  }
}
