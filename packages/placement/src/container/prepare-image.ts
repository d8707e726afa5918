import { createHash } from "node:crypto";
import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { common, OWNER_LABEL, rlimits } from "./confinement.js";
import { type ContainerCli, lastWords } from "./container-cli.js";
import { assertPackages } from "./packages.js";
import { removeContainer } from "./remove-container.js";
import type { SandboxNeeds } from "./sandbox-driver.js";
import { foldersAbove, type TarEntry, tar } from "./tar.js";
import { containerName, guardContainer, OWNER } from "./undertaker.js";

/** What a host says of installing packages. */
export interface PrepareOptions {
  /** The network of containers that are granted one. Default `"bridge"`. */
  network?: string;
  /** Variables of the install step alone: mirrors, proxies, registries. Nothing of them is kept. */
  installEnv?: Readonly<Record<string, string>>;
}

/** One command of the install step. */
interface Step {
  command: readonly string[];
  env?: Readonly<Record<string, string>>;
}

const STEP_TIMEOUT_MS = 900_000;
/** Where packages go. Python is told by a variable, Node by a link from the root. */
const HOME = "/usr/local/execbox";
const PYTHON_BASE = `${HOME}/python`;
const preparing = new Map<string, Promise<string>>();

/**
 * An image that has what a body needs: the base with its packages installed, kept under the hash
 * of both, so that only the first sandbox with these needs waits for it.
 */
export async function prepareImage(
  cli: ContainerCli,
  needs: SandboxNeeds,
  options: PrepareOptions,
  progress: (step: string) => void,
): Promise<string> {
  assertPackages(needs);
  const base = await baseId(cli, needs.base);
  const files = baseline(needs.bundle);
  const steps = stepsFor(needs, files);
  if (steps.length === 0) return needs.base;
  const image = `localhost/execbox-prepared:${hashOf(base, needs, files)}`;
  const key = `${cli.path} ${image}`;
  const known = preparing.get(key);
  if (known !== undefined) return known;
  const made = build(cli, image, { needs, files, steps, options, progress });
  preparing.set(key, made);
  return made.finally(() => preparing.delete(key));
}

/**
 * A module finds `/node_modules` from wherever it is. npm cannot install there itself: with the
 * root as its folder it breaks.
 */
const LAYOUT: readonly TarEntry[] = [
  ...foldersAbove(`${HOME.slice(1)}/.`),
  { kind: "link", name: "node_modules", to: `${HOME}/node_modules` },
];

function atHome(entry: TarEntry): TarEntry {
  return { ...entry, name: `${HOME.slice(1)}/${entry.name}` };
}

interface Build {
  needs: SandboxNeeds;
  files: readonly TarEntry[];
  steps: readonly Step[];
  options: PrepareOptions;
  progress: (step: string) => void;
}

async function build(cli: ContainerCli, image: string, build: Build): Promise<string> {
  if ((await cli.run(["image", "inspect", image])).code === 0) return image;
  const { needs, files, steps, options, progress } = build;
  const id = containerName();
  const release = guardContainer(cli);
  try {
    progress(`starting from ${needs.base}`);
    const flags = buildFlags(cli, id, needs, options);
    await cli.demand(["run", "--detach", ...flags, "--entrypoint", "sleep", needs.base, "86400"]);
    await cli.demand(["cp", "-", `${id}:/`], { input: tar([...LAYOUT, ...files.map(atHome)]) });
    for (const step of steps) await install(cli, id, step, build);
    progress("keeping the result");
    const changes = ["LABEL execbox=prepared", `ENV PYTHONUSERBASE=${PYTHON_BASE}`];
    await cli.demand(["commit", ...changes.flatMap((change) => ["--change", change]), id, image], {
      timeoutMs: STEP_TIMEOUT_MS,
    });
    return image;
  } finally {
    await removeContainer(cli, id);
    release();
  }
}

/**
 * The install step runs programs of strangers as root of a container: without the rest of root's
 * powers, without new ones, and with the network only when the host grants it.
 */
function buildFlags(
  cli: ContainerCli,
  id: string,
  needs: SandboxNeeds,
  options: PrepareOptions,
): string[] {
  return [
    ...["--name", id],
    ...["--label", `${OWNER_LABEL}=${OWNER}`],
    ...["--network", needs.network ? (options.network ?? "bridge") : "none"],
    ...["--user", "0:0"],
    ...["--cap-drop", "ALL"],
    // What apt needs to unpack files that belong to others.
    ...(needs.native.length === 0 ? [] : APT_CAPABILITIES.flatMap((name) => ["--cap-add", name])),
    ...["--security-opt", "no-new-privileges"],
    ...["--memory", "2g"],
    ...["--pids-limit", "1024"],
    ...rlimits(),
    ...common(cli.name),
  ];
}

const APT_CAPABILITIES = ["CHOWN", "DAC_OVERRIDE", "FOWNER", "FSETID", "SETGID", "SETUID"];

/** Told that there is no network, installers give up at once or make do with what is there. */
const OFFLINE = { npm_config_offline: "true", PIP_NO_INDEX: "1" };

async function install(
  cli: ContainerCli,
  id: string,
  { command, env = {} }: Step,
  { needs, options, progress }: Build,
): Promise<void> {
  progress(command.join(" "));
  const reach = needs.network ? {} : OFFLINE;
  const variables = Object.entries({ HOME: "/tmp", ...options.installEnv, ...reach, ...env });
  const result = await cli.run(
    [
      "exec",
      ...variables.flatMap(([name, value]) => ["--env", `${name}=${value}`]),
      ...["--workdir", HOME, id, ...command],
    ],
    { timeoutMs: STEP_TIMEOUT_MS },
  );
  if (result.code === 0) return;
  const missing = result.code === 127 || result.code === 126;
  const remedy = missing
    ? `${needs.base} has no ${command[0]}; use a base that has it`
    : needs.network
      ? "its output says why"
      : "it had no network: grant it with `network: true`, or use a base that has the packages";
  throw new Error(
    `installing failed at \`${command.join(" ")}\`: ${lastWords(result)} (${remedy})`,
  );
}

/** Native packages first, as the others may need them; then the locked baseline, then the extras. */
function stepsFor(needs: SandboxNeeds, files: readonly TarEntry[]): Step[] {
  const has = (name: string) => files.some((file) => file.name === name);
  const quiet = { DEBIAN_FRONTEND: "noninteractive" };
  // Debian refuses to mix pip's packages with its own; a container that runs one body may.
  const python = { PYTHONUSERBASE: PYTHON_BASE, PIP_BREAK_SYSTEM_PACKAGES: "1" };
  const npm = ["--omit=dev", "--no-audit", "--no-fund", "--no-update-notifier"];
  const pip = ["python3", "-m", "pip", "install", "--user", "--no-input", "--no-cache-dir"];
  const apt = ["apt-get", "install", "--yes", "--no-install-recommends", "--"];
  return [
    ...(needs.native.length > 0
      ? [
          { command: ["apt-get", "update"], env: quiet },
          { command: [...apt, ...needs.native], env: quiet },
        ]
      : []),
    ...(has("package-lock.json") ? [{ command: ["npm", "ci", ...npm] }] : []),
    ...(has("package.json") && !has("package-lock.json")
      ? [{ command: ["npm", "install", "--no-package-lock", ...npm] }]
      : []),
    ...(needs.npm.length > 0
      ? [{ command: ["npm", "install", "--no-save", ...npm, "--", ...needs.npm] }]
      : []),
    ...(has("requirements.txt")
      ? [{ command: [...pip, "-r", "requirements.txt"], env: python }]
      : []),
    ...(needs.pip.length > 0 ? [{ command: [...pip, "--", ...needs.pip], env: python }] : []),
  ];
}

/** The bundle's lists of packages, as far as they say what it needs. */
function baseline(bundle: string | undefined): TarEntry[] {
  if (bundle === undefined) return [];
  const text = (name: string, content: string | undefined): TarEntry[] =>
    content === undefined ? [] : [{ kind: "text", name, text: content }];
  const manifest = dependenciesIn(ownFile(bundle, "package.json"));
  return [
    ...text("package.json", manifest),
    ...(manifest === undefined
      ? []
      : text("package-lock.json", ownFile(bundle, "package-lock.json"))),
    ...text("requirements.txt", ownFile(bundle, "requirements.txt")),
  ];
}

/** A file of the bundle itself: a link could lead to any file of the host. */
function ownFile(bundle: string, name: string): string | undefined {
  const path = join(bundle, name);
  const status = lstatSync(path, { throwIfNoEntry: false });
  return status?.isFile() ? readFileSync(path, "utf8") : undefined;
}

const DEPENDENCIES = ["dependencies", "optionalDependencies", "devDependencies", "overrides"];

/** What a manifest depends on, and nothing else of it; `undefined` when that is nothing. */
function dependenciesIn(manifest: string | undefined): string | undefined {
  const parsed: unknown = manifest === undefined ? undefined : JSON.parse(manifest);
  if (typeof parsed !== "object" || parsed === null) return undefined;
  const kept = Object.entries(parsed).filter(([key]) => DEPENDENCIES.includes(key));
  const needed = kept.some(([key]) => key === "dependencies" || key === "optionalDependencies");
  return needed ? JSON.stringify({ private: true, ...Object.fromEntries(kept) }) : undefined;
}

/** The image a name stands for right now. */
async function baseId(cli: ContainerCli, base: string): Promise<string> {
  const found = await cli.run(["image", "inspect", "--format", "{{.Id}}", base]);
  if (found.code === 0) return found.stdout.trim();
  throw new Error(
    `there is no image ${JSON.stringify(base)} here: make one with buildNodeImage(), or \`${cli.name} pull\` or \`import\` it`,
  );
}

function hashOf(base: string, needs: SandboxNeeds, files: readonly TarEntry[]): string {
  const sorted = [needs.native, needs.npm, needs.pip].map((list) => [...list].sort());
  return createHash("sha256")
    .update(JSON.stringify([base, sorted, files]))
    .digest("hex")
    .slice(0, 24);
}
