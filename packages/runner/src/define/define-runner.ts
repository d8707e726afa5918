import { checkBlock } from "../block/check.js";
import { RunnerBlockError } from "../block/runner-block-error.js";
import type { RunnerDefinition, RunnerEngine, RunnerLimits, RunnerNeeds } from "../block/types.js";
import { type Enforcement, enforcementOf, unenforced } from "./enforcement.js";
import { pickImage } from "./images.js";
import { languageOfRun } from "./language.js";
import { type ResolvedPolicy, type RunnerPolicy, resolvePolicy } from "./policy.js";

/** A runner block with every question answered. */
export interface RunnerHandle {
  engine: RunnerEngine;
  /** The image of the registry for `sandbox`; `null` for the other engines. */
  image: string | null;
  needs: RunnerNeeds;
  limits: RunnerLimits;
  /** For each limit, what holds it, as far as the host has looked at its machine. */
  enforcement: Enforcement;
  /** What was warned about when the runner was defined. */
  warnings: string[];
  /**
   * Applies the host's rule about origins: a handle that asks for `in-process` comes back as
   * `subprocess`, `downgraded: true`, unless the origin is on the host's list.
   */
  resolveForOrigin(origin: string): ResolvedRunnerHandle;
}

/** A handle of which the host has said whether it trusts its origin. */
export type ResolvedRunnerHandle = RunnerHandle & { downgraded: boolean };

/**
 * Makes a handle of a runner block. Pure: reads no file, starts nothing; what it has to say goes
 * to the host's `logger` and `audit`. Throws a `RunnerBlockError` that names the field.
 *
 * @example
 * const handle = defineRunner({ engine: "sandbox", needs: { native: ["ffmpeg"] } });
 * handle.image; // the lightest image that has it
 */
export function defineRunner(
  definition: RunnerDefinition = {},
  host: RunnerPolicy = {},
): RunnerHandle {
  const policy = resolvePolicy(host);
  const block = checkBlock(definition);
  const warnings = [];
  const engine = block.engine ?? "subprocess";
  const needs = resolveNeeds(block, policy);
  const image = engine === "sandbox" ? pickImage(block.image, needs, policy.images) : null;
  if (image === null && block.image !== undefined) {
    warnings.push(`runner.image has no meaning for engine ${engine}; it is for sandbox alone`);
  }
  const limits = { ...policy.limits, ...block.limits };
  const enforcement = enforcementOf(engine, policy.machine);
  if (policy.machine !== undefined) {
    warnings.push(...unenforced(block.limits ?? {}, engine, enforcement));
  }
  for (const warning of warnings) policy.logger.warn(warning);
  return makeHandle({ engine, image, needs, limits, enforcement, warnings }, policy);
}

/** The handle's fields, without what it can do. */
type Fields = Omit<RunnerHandle, "resolveForOrigin">;

/** The policy each handle was made under; also tells our handles from look-alikes. */
const policies = new WeakMap<RunnerHandle, ResolvedPolicy>();

/** The policy a handle was made under, or `undefined` for an object that is no handle of ours. */
export function policyOf(handle: RunnerHandle): ResolvedPolicy | undefined {
  return policies.get(handle);
}

function makeHandle(fields: Fields, policy: ResolvedPolicy): RunnerHandle {
  // A copy of its own: what somebody writes to a handle must not change what an origin is granted.
  const own = structuredClone(fields);
  const handle: RunnerHandle = {
    ...fields,
    resolveForOrigin: (origin) => resolveForOrigin(structuredClone(own), policy, origin),
  };
  policies.set(handle, policy);
  return handle;
}

function resolveForOrigin(
  fields: Fields,
  policy: ResolvedPolicy,
  origin: string,
): ResolvedRunnerHandle {
  const downgraded = fields.engine === "in-process" && !policy.trustedOrigins.includes(origin);
  const granted = downgraded ? downgrade(fields, policy, origin) : fields;
  const handle = Object.assign(makeHandle(granted, policy), { downgraded });
  return handle;
}

/** Silent for the manifest, loud for the host. */
function downgrade(fields: Fields, policy: ResolvedPolicy, origin: string): Fields {
  const message = `a runner of origin ${JSON.stringify(origin)} asked for in-process and got subprocess; trusted origins are ${policy.trustedOrigins.join(", ") || "none"}`;
  policy.logger.warn(message);
  policy.audit({
    type: "runner.downgraded",
    severity: "high",
    origin,
    requested: "in-process",
    granted: "subprocess",
    message,
  });
  return {
    ...fields,
    engine: "subprocess",
    enforcement: enforcementOf("subprocess", policy.machine),
    warnings: [...fields.warnings, message],
  };
}

function resolveNeeds({ needs = {} }: RunnerDefinition, { run }: ResolvedPolicy): RunnerNeeds {
  const inferred = run === undefined ? undefined : languageOfRun(run);
  const language = needs.language ?? inferred ?? "node";
  if (inferred !== undefined && language !== "multi" && language !== inferred) {
    throw new RunnerBlockError(
      "runner.needs.language",
      `is ${language}, but run is ${JSON.stringify(run)}, which is ${inferred}; name one language, or multi`,
    );
  }
  const { native = [], npm = [], pip = [] } = needs;
  return { language, native: [...native], npm: [...npm], pip: [...pip] };
}
