import type { Link, SandboxDriver } from "@execbox/placement";
import { quickJsPrograms } from "@execbox/quickjs";
import type { RunnerLanguage } from "../block/types.js";
import type { RunnerHandle } from "../define/define-runner.js";
import { containerDriver } from "../define/machine.js";
import type { ResolvedPolicy } from "../define/policy.js";
import type { Boundary } from "./boundary.js";
import { localImage } from "./local-images.js";
import type { OpenRunnerOptions } from "./open-runner.js";
import { sandboxBoundary } from "./sandbox.js";

/** The way into containers: for bodies, and for engines. */
export interface SandboxDoor {
  driver: SandboxDriver;
  boundary: Boundary;
  /** Starts an engine in a container of its own. */
  openLink(memoryLimitBytes: number): Promise<Link>;
}

/**
 * Finds what makes containers here; throws one sentence where nothing does. A template without a
 * `base` is called the same by its driver; but Podman and Docker of this machine get an image that
 * is made from its own programs.
 */
export async function openSandbox(
  handle: RunnerHandle,
  policy: ResolvedPolicy,
  options: OpenRunnerOptions,
): Promise<SandboxDoor> {
  // Nobody else waits for this code to be read.
  const containers = await import("@execbox/placement/container");
  const driver = options.driver ?? (await containerDriver());
  const support = await driver.probe();
  if (!support.ok) throw new Error(support.reason);
  const image = policy.images.find(({ id }) => id === handle.image);
  if (image === undefined) throw new Error(`the registry has no image ${handle.image}`);
  const baseImage = async (language: RunnerLanguage, npm: boolean) =>
    options.driver === undefined && (image.base === undefined || language !== image.language)
      ? ((await localImage(containers, language, { npm })) ?? image.id)
      : (image.base ?? image.id);
  const { env = {}, network = false, installNetwork = false, onProgress = () => {} } = options;
  return {
    driver,
    boundary: sandboxBoundary({
      handle,
      image,
      baseImage: (npm) => baseImage(image.language, npm),
      driver,
      env,
      network,
      installNetwork,
      onProgress,
    }),
    openLink: async (memoryLimitBytes) => {
      const programs = quickJsPrograms();
      // Engines run on Node, whatever language bodies are written in.
      const language = image.language === "python" ? "node" : image.language;
      const settings = { image: await baseImage(language, false) };
      return containers.openContainerLink(programs.process(), memoryLimitBytes, driver, settings);
    },
  };
}
