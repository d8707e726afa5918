import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { CommandError, defineCommand, EXIT } from "../cli/command.js";
import { packageRoot, readVersion } from "../cli/version.js";

export const command = defineCommand({
  name: "init",
  summary: "Write a small project that works",
  usage: ["execbox init [FOLDER]"],
  about:
    "Writes a module of tools, a guest program that uses them, and a program of yours that runs guests. Nothing that is there already is overwritten.",
  positionals: { name: "FOLDER", about: "Where to write it. Default: here." },
  flags: {},
  examples: [{ command: "execbox init my-sandbox", about: "A new folder with everything in it" }],
  async run({ positionals, io }) {
    const [folder = "."] = positionals;
    const home = resolve(folder);
    const files = await readTemplate(projectName(home));
    const taken = [...files.keys()].filter((file) => existsSync(join(home, file)));
    if (taken.length > 0) {
      throw new CommandError(`${folder} has ${taken.join(", ")} already; nothing was written`);
    }
    await mkdir(home, { recursive: true });
    for (const [file, text] of files) {
      await writeFile(join(home, file), text);
      io.out.line(`${io.out.style.good("wrote")} ${join(folder, file)}`);
    }
    io.out.line();
    io.out.line("Next:");
    if (folder !== ".") io.out.line(`  ${io.out.style.accent(`cd ${folder}`)}`);
    io.out.line(`  ${io.out.style.accent("npm install && npm start")}`);
    return EXIT.ok;
  },
});

/** The files of a new project, by name. */
async function readTemplate(name: string): Promise<Map<string, string>> {
  const folder = new URL("template/", packageRoot());
  const files = new Map<string, string>();
  for (const file of (await readdir(folder)).sort()) {
    const text = await readFile(new URL(file, folder), "utf8");
    files.set(file, file === "package.json" ? fillManifest(text, name) : text);
  }
  return files;
}

function fillManifest(text: string, name: string): string {
  return text
    .replace('"sandbox"', JSON.stringify(name))
    .replace('"execbox": "*"', `"execbox": "^${readVersion()}"`);
}

function projectName(home: string): string {
  const name = basename(home)
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return name === "" ? "sandbox" : name;
}
