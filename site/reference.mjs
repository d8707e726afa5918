// The API reference from the doc comments, one page for each package, by TypeDoc. It reads the
// declarations that are published, with the TypeScript of this folder: TypeDoc needs the
// compiler's JavaScript API, which TypeScript 7 no longer has.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { Application } from "typedoc";

/** Writes `NAME.md` for every package into `folder`. */
export async function writeReference(root, folder, names) {
  for (const name of names) {
    const short = name.replace("@execbox/", "");
    const app = await Application.bootstrapWithPlugins({
      plugin: ["typedoc-plugin-markdown"],
      entryPoints: [`${root}packages/${short}/dist/src/index.d.ts`],
      tsconfig: `${root}site/tsconfig.json`,
      skipErrorChecking: true,
      excludePrivate: true,
      excludeExternals: false,
      disableSources: true,
      readme: "none",
      router: "module",
      hidePageHeader: true,
      hideBreadcrumbs: true,
      useCodeBlocks: true,
      // Ids of headings differ between the two tools.
      useHTMLAnchors: true,
      parametersFormat: "table",
      interfacePropertiesFormat: "table",
      logLevel: "Error",
      name,
    });
    const project = await app.convert();
    if (project === undefined) throw new Error(`TypeDoc could not read ${name}`);
    const out = `${folder}.made`;
    await app.outputs.writeOutput({ name: "markdown", path: out }, project);
    const page = readFileSync(`${out}/README.md`, "utf8");
    writeFileSync(`${folder}${short}.md`, page.replace(/^# .*$/m, `# ${name}`));
    rmSync(out, { recursive: true, force: true });
  }
}
