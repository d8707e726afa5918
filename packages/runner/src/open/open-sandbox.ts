import type { Link, SandboxDriver } from "@execbox/placement";
import { quickJsPrograms } from "@execbox/quickjs";
import type { RunnerHandle } from "../define/define-runner.js";
import type { ImageTemplate } from "../define/images.js";
import type { ResolvedPolicy } from "../define/policy.js";
import type { Boundary } from "./boundary.js";
import type { OpenRunnerOptions } from "./open-runner.js";
import { sandboxBoundary } from "./sandbox.js";

/** The way into containers: for bodies, and for engines. */
export interface SandboxDoor {
  driver: SandboxDriver;
  boundary: Boundary;
  /** Starts an engine in a container of its own. */
  openLink(memoryLimitBytes: number): Promise<Link>;
}

/** Finds what makes containers here; throws one sentence where nothing does. */
export async function openSandbox(
  handle: RunnerHandle,
  policy: ResolvedPolicy,
  options: OpenRunnerOptions,
): Promise<SandboxDoor> {
  // Nobody else waits for this code to be read.
  const containers = await import("@execbox/placement/container");
  const driver = options.driver ?? new containers.ContainerDriver();
  const support = await driver.probe();
  if (!support.ok) throw new Error(support.reason);
  const image = policy.images.find(({ id }) => id === handle.image);
  if (image === undefined) throw new Error(`the registry has no image ${handle.image}`);
  const baseImage = (npm: boolean) =>
    baseOf(image, options.driver, () => containers.buildNodeImage({ npm }));
  const { env = {}, network = false, installNetwork = false, onProgress = () => {} } = options;
  return {
    driver,
    boundary: sandboxBoundary({
      handle,
      image,
      baseImage,
      driver,
      env,
      network,
      installNetwork,
      onProgress,
    }),
    openLink: async (memoryLimitBytes) => {
      const programs = quickJsPrograms();
      const settings = { image: await baseImage(false) };
      return containers.openContainerLink(programs.process(), memoryLimitBytes, driver, settings);
    },
  };
}

/**
 * What the driver calls the image. A template that does not say is a driver's own name, but for
 * Node on Podman and Docker: there an image is made from this machine's Node, without a download.
 */
async function baseOf(
  { id, base, language }: ImageTemplate,
  given: SandboxDriver | undefined,
  buildNodeImage: () => Promise<string>,
): Promise<string> {
  if (base !== undefined) return base;
  return given === undefined && language === "node" ? buildNodeImage() : id;
}
