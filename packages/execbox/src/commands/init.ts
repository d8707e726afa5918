import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { CommandError, defineCommand, EXIT } from "../cli/command.js";
import { readVersion } from "../cli/version.js";
import { projectFiles } from "../init/files.js";

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
    const name = basename(home)
      .toLowerCase()
      .replace(/[^a-z0-9-]+/g, "-")
      .replace(/^-+|-+$/g, "");
    const files = projectFiles(name || "sandbox", readVersion());
    const taken = Object.keys(files).filter((file) => existsSync(join(home, file)));
    if (taken.length > 0) {
      throw new CommandError(`${folder} has ${taken.join(", ")} already; nothing was written`);
    }
    await mkdir(home, { recursive: true });
    for (const [file, text] of Object.entries(files)) {
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
