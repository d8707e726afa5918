import { RUNNER_BLOCK } from "./table.js";

/**
 * The published JSON Schema of `runner` in a manifest: the block itself, or one of the three
 * forms that lead to it. `#/$defs/block` is the block alone, which a RUNNER.md file holds.
 */
export function runnerSchema(): { [keyword: string]: unknown } {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: "https://execbox.dev/schemas/RUNNER.schema.json",
    title: "runner (AIP-17)",
    oneOf: [
      { $ref: "#/$defs/block" },
      form("inline", { $ref: "#/$defs/block" }, "The block, written out."),
      form("ref", { type: "string", minLength: 1 }, "A name that the host resolves."),
      form("file", { type: "string", minLength: 1 }, "A RUNNER.md of the same workspace."),
    ],
    $defs: { block: RUNNER_BLOCK },
  };
}

function form(name: string, value: object, description: string): object {
  return {
    type: "object",
    description,
    required: [name],
    additionalProperties: false,
    properties: { [name]: value },
  };
}
