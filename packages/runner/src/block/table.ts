/**
 * The runner block as one table. The types in `types.ts` are derived from it, `check.ts` checks
 * by it, and `RUNNER.schema.json` is it, written down.
 */
export const RUNNER_BLOCK = {
  type: "object",
  description: "The process boundary of a body: where it runs, what it needs, what it may use.",
  additionalProperties: false,
  properties: {
    engine: {
      description: "Where the body runs: its own process, a container, or the host's process.",
      type: "string",
      enum: ["subprocess", "sandbox", "in-process"],
      default: "subprocess",
    },
    image: {
      description: "An image of the host's registry, for sandbox. Picked by needs when left out.",
      type: "string",
      minLength: 1,
    },
    needs: {
      description: "What must be there when the body starts.",
      type: "object",
      additionalProperties: false,
      properties: {
        language: {
          description: "The language of the body. Told from the extension of run when left out.",
          type: "string",
          enum: ["node", "python", "multi"],
        },
        native: {
          description: "Packages of the operating system, by their Debian names.",
          type: "array",
          // Names alone: what begins with a dash or holds a blank would be an option of apt.
          items: { type: "string", pattern: "^[a-z0-9][a-z0-9+.-]*$" },
          default: [],
        },
        npm: {
          description: "npm packages as name@range, on top of the bundle's package.json.",
          type: "array",
          // No tags, addresses or aliases: whoever is asked to trust it reads the real name.
          items: {
            type: "string",
            pattern:
              "^(?:@[a-z0-9~][a-z0-9._~-]*/)?[a-z0-9~][a-z0-9._~-]*@[\\^~<>=v*0-9][A-Za-z0-9.^~<>=|*+ -]*$",
          },
          default: [],
        },
        pip: {
          description: "pip packages as name==version, on top of the bundle's requirements.txt.",
          type: "array",
          items: {
            type: "string",
            pattern:
              "^[A-Za-z0-9][A-Za-z0-9._-]*(?:\\[[A-Za-z0-9._,-]+\\])?(?:(?:[=~!<>]=|<|>)[A-Za-z0-9.*+!_-]+(?:,(?:[=~!<>]=|<|>)[A-Za-z0-9.*+!_-]+)*)?$",
          },
          default: [],
        },
      },
    },
    limits: {
      description: "How much the body may use.",
      type: "object",
      additionalProperties: false,
      properties: {
        memory_mb: {
          description: "Memory of all its processes together, in MiB. Default: the host's, or 256.",
          type: "number",
          exclusiveMinimum: 0,
        },
        timeout_ms: {
          description: "Wall time of a run. Default: the host's, or 600000.",
          type: "number",
          exclusiveMinimum: 0,
          // Timers wrap around above this.
          maximum: 2147483647,
        },
        cpu_ms: {
          description: "Processor time of each of its processes. Default: the host's, or no cap.",
          type: "number",
          exclusiveMinimum: 0,
        },
      },
    },
  },
} as const;
