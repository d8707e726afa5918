import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Test262 could not be had: nothing is wrong with what it would have tested. */
export class NotFetched extends Error {
  override readonly name = "NotFetched";
}

/** Where the suite is kept: beside what npm installs, so that no commit takes it in. */
const CACHE = fileURLToPath(
  new URL("../../../../../../node_modules/.cache/test262/", import.meta.url),
);

/** The package of Debian's whose sources hold the suite, and where in them. */
const PACKAGE = "qtdeclarative-opensource-src";
const SUITE = "tests/auto/qml/ecmascripttests/test262";
const SOURCES = "deb-src http://deb.debian.org/debian bookworm main\n";

/**
 * A folder with Test262's `test` and `harness`: the one that is given, or Debian's copy of 2018, which
 * is fetched once. Throws `NotFetched` where that cannot be had.
 */
export function findSuite(given: string | undefined): string {
  if (given !== undefined) {
    if (isSuite(given)) return given;
    throw new TypeError(`${given} holds no Test262: it needs the folders test and harness`);
  }
  if (isSuite(CACHE)) return CACHE;
  const folder = `${CACHE.replace(/\/$/, "")}.part`;
  try {
    fetchSuite(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return CACHE;
}

function isSuite(folder: string): boolean {
  return existsSync(join(folder, "harness/assert.js")) && existsSync(join(folder, "test/language"));
}

/** Has apt fetch and verify the package's sources, with lists and folders of its own. */
function fetchSuite(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  for (const name of ["lists/partial", "archives/partial", "suite"]) {
    mkdirSync(join(folder, name), { recursive: true });
  }
  writeFileSync(join(folder, "sources.list"), SOURCES);
  const options = [
    `Dir::Etc::sourcelist=${folder}/sources.list`,
    "Dir::Etc::sourceparts=-",
    `Dir::State::lists=${folder}/lists`,
    `Dir::Cache=${folder}`,
    "APT::Sandbox::User=",
  ].flatMap((option) => ["-o", option]);
  run(folder, "apt-get", ["-q", ...options, "update", "--error-on=any"]);
  run(folder, "apt-get", ["-q", ...options, "source", "--download-only", PACKAGE]);
  const archive = readdirSync(folder).find((file) => file.includes(".orig.tar"));
  if (archive === undefined) throw new NotFetched(`apt-get brought no sources of ${PACKAGE}`);
  const depth = SUITE.split("/").length + 1;
  const parts = ["test", "harness"].map((part) => `*/${SUITE}/${part}`);
  const unpack = ["-xf", archive, "-C", "suite", `--strip-components=${depth}`, "--wildcards"];
  run(folder, "tar", [...unpack, ...parts]);
  renameSync(join(folder, "suite"), CACHE);
}

function run(folder: string, command: string, args: readonly string[]): void {
  const { status, error, stderr } = spawnSync(command, args, {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
    encoding: "utf8",
  });
  if (status === 0) return;
  const lines = (error?.message ?? stderr).trim().split("\n");
  throw new NotFetched(
    `Test262 cannot be fetched from Debian's archive (${command}: ${lines.at(-1)}); ` +
      "give a checkout of it with --from FOLDER or TEST262=FOLDER",
  );
}
