import type { ContainerSettings, HostTransport, PlacementFacts } from "@execbox/protocol";
import type { EngineSpec } from "./engine-spec.js";
import { openProcessLink, type ProcessSpec } from "./process-link.js";
import { openWorkerLink } from "./worker-link.js";

/** A runner that can take its first execution, and what holds it. */
export interface Link {
  transport: HostTransport;
  facts: PlacementFacts;
}

/** Starts a runner. */
export type OpenLink = () => Promise<Link>;

/** An engine as programs: how it gets onto a thread, and into a process. Read when first needed. */
export interface EnginePrograms {
  thread(): EngineSpec;
  process(): ProcessSpec;
}

/** Where an engine can run outside the calling thread. */
export type FarPlacement = "worker" | "process" | "container";

/** How an engine's runners are started where they are wanted; `container` is about those alone. */
export function linkOpener(
  programs: EnginePrograms,
  placement: FarPlacement,
  memoryLimitBytes: number,
  container?: ContainerSettings,
): OpenLink {
  if (placement === "worker") {
    const spec = programs.thread();
    return () => openWorkerLink(spec);
  }
  const spec = programs.process();
  if (placement === "container") {
    // Nobody else waits for this code to be read.
    const opener = import("./container.js").then(({ containerLinkOpener }) =>
      containerLinkOpener(spec, memoryLimitBytes, container),
    );
    return async () => (await opener)();
  }
  return () => openProcessLink(spec, memoryLimitBytes);
}
