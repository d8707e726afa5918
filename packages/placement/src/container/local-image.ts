import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, lstatSync, readdirSync, realpathSync, statSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { promisify } from "node:util";
import { assertKnownKeys, assertRecord } from "@execbox/core";
import { findProgram } from "../hardening/find-program.js";
import { type ContainerCli, type ContainerProgram, demandContainerCli } from "./container-cli.js";
import { foldersAbove, type TarEntry, tar, tarEntriesOf } from "./tar.js";

/** What an image is made of: programs of this machine and folders of it. */
export interface ImageContents {
  /** Names the image: `localhost/execbox-NAME`, followed by a tag that stands for its content. */
  name: string;
  /** Programs by where they go: `{ "/usr/bin/node": process.execPath }`. Their libraries follow. */
  programs: Readonly<Record<string, string>>;
  /** Files and folders by where they go. Libraries that shared objects in them need follow. */
  folders?: Readonly<Record<string, string>>;
  /** Symbolic links by where they are. */
  links?: Readonly<Record<string, string>>;
  /** Variables that everything in it gets, beside `PATH`. */
  env?: Readonly<Record<string, string>>;
}

/** Options of `buildNodeImage`. */
export interface NodeImageOptions {
  /** Podman or Docker; whichever works here when left out. */
  program?: ContainerProgram;
  /** Whether npm goes in too, and the shell that its scripts need: for `needs.npm`. */
  npm?: boolean;
}

/**
 * Makes an image from this machine's own Node, without a download: Node, the libraries it needs,
 * `sleep` and `tar`; 100 MB, two seconds, once. Gives its name.
 *
 * @example
 * const image = await buildNodeImage();
 * const executor = new QuickJsExecutor({ placement: "container", container: { image } });
 */
export async function buildNodeImage(options: NodeImageOptions = {}): Promise<string> {
  assertRecord("options", options);
  assertKnownKeys("options", options, ["program", "npm"]);
  const cli = await demandContainerCli(options.program);
  return makeImage(cli, options.npm === true ? nodeWithNpm() : NODE);
}

const NODE: ImageContents = {
  name: "node",
  programs: { "/usr/bin/node": process.execPath },
};

function nodeWithNpm(): ImageContents {
  const npm = npmFolder();
  return {
    name: "node-npm",
    programs: { ...NODE.programs, ...found("sh", "/bin/sh"), ...found("env", "/usr/bin/env") },
    folders: { "/usr/lib/node_modules/npm": npm },
    links: { "/usr/bin/npm": "../lib/node_modules/npm/bin/npm-cli.js" },
  };
}

/** The npm that came with this Node. */
function npmFolder(): string {
  const folder = join(dirname(realpathSync(process.execPath)), "../lib/node_modules/npm");
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return realpathSync(folder);
  throw new Error(`there is no npm beside ${process.execPath}: use an image that has one`);
}

/** An image in which nothing can be done but wait. */
export function buildProbeImage(cli: ContainerCli): Promise<string> {
  return makeImage(cli, { name: "probe", programs: {} });
}

/**
 * Makes an image from programs and folders of this machine, or finds the one made from the same
 * files before.
 *
 * @example
 * const image = await buildLocalImage({
 *   name: "python",
 *   programs: { "/usr/bin/python3": "/usr/bin/python3" },
 *   folders: { "/usr/lib/python3.11": "/usr/lib/python3.11" },
 * });
 */
export async function buildLocalImage(
  contents: ImageContents,
  program?: ContainerProgram,
): Promise<string> {
  return makeImage(await demandContainerCli(program), contents);
}

const making = new Map<string, Promise<string>>();

async function makeImage(cli: ContainerCli, contents: ImageContents): Promise<string> {
  const entries = await entriesOf(contents);
  const image = `localhost/execbox-${contents.name}:${hashOf(entries, contents)}`;
  const key = `${cli.path} ${image}`;
  const known = making.get(key);
  if (known !== undefined) return known;
  const made = importImage(cli, image, entries, contents).finally(() => making.delete(key));
  making.set(key, made);
  return made;
}

async function importImage(
  cli: ContainerCli,
  image: string,
  entries: readonly TarEntry[],
  { env = {} }: ImageContents,
): Promise<string> {
  if (await imageExists(cli, image)) return image;
  const changes = [
    "LABEL execbox=local",
    "ENV PATH=/usr/local/bin:/usr/bin:/bin",
    ...Object.entries(env).map(([name, value]) => `ENV ${name}=${JSON.stringify(value)}`),
  ];
  const flags = changes.flatMap((change) => ["--change", change]);
  await cli.demand(["import", ...flags, "-", image], { input: tar(entries), timeoutMs: 600_000 });
  return image;
}

/** Whether an image is on this machine. */
export async function imageExists(cli: ContainerCli, image: string): Promise<boolean> {
  return (await cli.run(["image", "inspect", "--format", "{{.Id}}", image])).code === 0;
}

/** What a container must be able to mount things on. */
const FOLDERS = ["dev", "etc", "proc", "run", "sys", "usr/bin"];

async function entriesOf(contents: ImageContents): Promise<TarEntry[]> {
  const { programs, folders = {}, links = {} } = contents;
  const files = new Map<string, string>();
  const all = { ...found("sleep", "/usr/bin/sleep"), ...found("tar", "/usr/bin/tar"), ...programs };
  for (const [to, from] of Object.entries(all)) files.set(to, realpathSync(from));
  const shared = Object.values(folders).flatMap((folder) => [...sharedObjectsIn(folder)]);
  for (const library of await librariesOf([...files.values(), ...shared])) {
    files.set(library, realpathSync(library));
  }
  const entries: TarEntry[] = [
    // What is mounted there gets this mode, whatever it was told.
    { kind: "folder", name: "tmp", mode: 0o1777 },
    ...FOLDERS.flatMap((folder) => [...foldersAbove(`${folder}/.`)]),
    ...[...files, ...Object.entries(folders)].flatMap(([to, from]) => [...placed(to, from)]),
    ...Object.entries(links).flatMap(([at, to]): TarEntry[] => [
      ...foldersAbove(at.slice(1)),
      { kind: "link", name: at.slice(1), to },
    ]),
  ];
  // The first of a name stays; folders come up again and again.
  const byName = new Map(entries.reverse().map((entry) => [entry.name, entry]));
  return [...byName.values()].reverse();
}

/** A file or folder where it goes, for everybody to read. */
function* placed(to: string, from: string): Generator<TarEntry> {
  const name = posix.normalize(to).slice(1);
  yield* foldersAbove(name);
  for (const entry of tarEntriesOf(from, name)) {
    if (entry.kind === "file") yield { ...entry, mode: entry.mode | 0o444 };
    else if (entry.kind === "folder") yield { ...entry, mode: 0o755 };
    else yield entry;
  }
}

function found(name: string, to: string): Record<string, string> {
  const path = findProgram(name);
  if (path === undefined) throw new Error(`an image needs ${name}, which this machine lacks`);
  return { [to]: path };
}

function* sharedObjectsIn(path: string): Generator<string> {
  const status = lstatSync(path);
  if (status.isDirectory()) {
    for (const name of readdirSync(path)) yield* sharedObjectsIn(join(path, name));
  } else if (status.isFile() && /\.(so(\.\d+)*|node)$/.test(path)) {
    yield path;
  }
}

/** Where the loader finds what programs are linked to; the loader itself included. */
async function librariesOf(programs: readonly string[]): Promise<Set<string>> {
  const libraries = new Set<string>();
  for (const program of programs) {
    // Fails for what is linked statically, and for scripts: they need none.
    const said = await promisify(execFile)("ldd", [program]).catch(() => ({ stdout: "" }));
    for (const [, path] of said.stdout.matchAll(/(?:=>\s+|^\s+)(\/\S+)\s+\(0x/gm)) {
      if (path === undefined) continue;
      libraries.add(path);
      if (path.endsWith("/libc.so.6")) {
        for (const part of siblingsOf(path)) libraries.add(part);
      }
    }
  }
  return libraries;
}

/** The other parts of the C library: native packages that come later are linked to them. */
function siblingsOf(libc: string): string[] {
  const parts = ["libdl.so.2", "libm.so.6", "libpthread.so.0", "libresolv.so.2", "librt.so.1"];
  return parts.map((part) => join(dirname(libc), part)).filter((path) => existsSync(path));
}

/** Changes when any file that goes in does. */
function hashOf(entries: readonly TarEntry[], { env = {} }: ImageContents): string {
  const hash = createHash("sha256").update(JSON.stringify(env));
  for (const entry of entries) {
    const written = entry.kind === "file" ? statSync(entry.from).mtimeMs : 0;
    hash.update(JSON.stringify([entry, written]));
  }
  return hash.digest("hex").slice(0, 24);
}
