import { readFileSync } from "node:fs";
import { loadContender } from "../contenders/index.mjs";
import { LaneFailure } from "./lane.mjs";

/** Loads every contender once: which version it is, whether it starts, whether its runs are fresh. */
export async function callRoll(files, lanes) {
  return Promise.all(
    files.map(async (file) => {
      const contender = await loadContender(file);
      const version = versionOf(contender.package);
      return { ...contender, version, ...(await tryOut(contender, lanes)) };
    }),
  );
}

async function tryOut(contender, lanes) {
  try {
    const lane = await lanes.get(contender);
    const { wrong } = await lane.request("fresh", {}, 20_000);
    return { stale: wrong };
  } catch (error) {
    if (error instanceof LaneFailure) return { absent: error.message };
    throw error;
  }
}

/** The version in the package's own manifest, found upwards from its entry. */
function versionOf(name) {
  let folder;
  try {
    folder = new URL(".", import.meta.resolve(name));
  } catch {
    return undefined;
  }
  for (; folder.pathname !== "/"; folder = new URL("..", folder)) {
    try {
      const manifest = JSON.parse(readFileSync(new URL("package.json", folder), "utf8"));
      if (manifest.name === name) return manifest.version;
    } catch {
      // No manifest at this level.
    }
  }
  return undefined;
}
