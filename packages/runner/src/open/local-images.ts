import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { findProgram } from "@execbox/placement";
import type { RunnerLanguage } from "../block/types.js";

/** What makes images; its code is read when somebody wants a container. */
type Builders = Pick<
  typeof import("@execbox/placement/container"),
  "buildLocalImage" | "buildNodeImage"
>;

/**
 * An image of Podman or Docker for a language, made from this machine's own Node or Python: no
 * download, once. `undefined` where this machine has nothing to make it from.
 */
export async function localImage(
  { buildLocalImage, buildNodeImage }: Builders,
  language: RunnerLanguage,
  options: { npm: boolean },
): Promise<string | undefined> {
  if (language === "node") return buildNodeImage(options);
  const python = language === "python" ? findProgram("python3") : undefined;
  if (python === undefined) return undefined;
  const library = await libraryOf(python);
  return buildLocalImage({
    name: "python",
    programs: { "/usr/bin/python3": python },
    folders: { [library]: library },
  });
}

/** Python looks for its library where it was when it was built; so it goes to the same place. */
async function libraryOf(python: string): Promise<string> {
  const ask = "import sysconfig; print(sysconfig.get_path('stdlib'))";
  const { stdout } = await promisify(execFile)(python, ["-I", "-c", ask], { env: {} });
  return stdout.trim();
}
