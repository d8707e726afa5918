/** Containers: the driver for Podman and Docker, their images, and runners in them. */
export { ContainerDriver, type ContainerDriverOptions } from "./container/cli-driver.js";
export type { ContainerProgram } from "./container/container-cli.js";
export { containerLinkOpener, openContainerLink } from "./container/container-link.js";
export {
  buildLocalImage,
  buildNodeImage,
  type ImageContents,
  type NodeImageOptions,
} from "./container/local-image.js";
export type { PrepareOptions } from "./container/prepare-image.js";
