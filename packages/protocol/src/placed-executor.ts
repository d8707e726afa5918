import {
  assertKnownKeys,
  assertRecord,
  DEFAULT_LIMITS,
  describe,
  type ExecutorRuntimeOptions,
  type RuntimeLimits,
  resolveLimits,
} from "@execbox/core";
import { assertContainerSettings, type ContainerSettings } from "./container-options.js";
import { assertPoolSettings, type PoolSettings } from "./pool-options.js";
import { SessionExecutor, type SessionSource } from "./session-executor.js";

const PLACEMENTS = ["worker", "process", "container", "inline"] as const;

/** Where an engine runs: the same for every engine of ours. */
export interface PlacementOptions {
  /**
   * `"worker"`: a pooled thread. `"process"`: a pooled child behind the strongest walls this
   * machine has. `"container"`: a pooled container of Podman or Docker. `"inline"`: the calling
   * thread. Each engine has its own default.
   */
  placement?: (typeof PLACEMENTS)[number];
  /** How many threads, children or containers there may be. */
  pool?: PoolSettings;
  /** How containers are made, for `placement: "container"`. */
  container?: ContainerSettings;
}

/** The names of `PlacementOptions`. */
export const PLACEMENT_OPTIONS: readonly (keyof PlacementOptions)[] = [
  "placement",
  "pool",
  "container",
];

/** Refuses placements that are none, by name, before anything is started. */
export function assertPlacementOptions({ placement, pool, container }: PlacementOptions): void {
  if (placement !== undefined && !PLACEMENTS.includes(placement)) {
    throw new TypeError(
      `options.placement must be "worker", "process", "container" or "inline", got ${describe(placement)}`,
    );
  }
  assertPoolSettings(pool);
  assertContainerSettings(container, placement);
}

/** An executor on an engine that can be placed; `open` gets options that have been checked. */
export class PlacedExecutor<
  Options extends ExecutorRuntimeOptions & PlacementOptions,
> extends SessionExecutor {
  constructor(
    options: Options,
    open: (options: Options, limits: RuntimeLimits) => SessionSource,
    moreOptions: readonly string[] = [],
  ) {
    assertRecord("options", options);
    const known = [...Object.keys(DEFAULT_LIMITS), ...PLACEMENT_OPTIONS, ...moreOptions];
    assertKnownKeys("options", options, known);
    assertPlacementOptions(options);
    const limits = resolveLimits(options);
    super(open(options, limits), limits, options.pool?.maxWaitMs);
    // A failure shows again, with its reason, in the first run.
    if (options.pool?.prewarm) this.prewarm().catch(() => {});
  }
}
