/** What authors put into the runner block although another block of the manifest is for it. */
const OTHER_BLOCKS: Readonly<Record<string, string>> = {
  env: "the top-level secrets block (AIP-19), as secrets.NAME.vault",
  secrets: "the top-level secrets block (AIP-19)",
  network: "the top-level network block",
  egress: "the top-level network block, as network.egress",
  fs: "the top-level inputsFiles and outputsFiles blocks (AIP-16)",
  files: "the top-level inputsFiles and outputsFiles blocks (AIP-16)",
  inputsFiles: "the top level of the manifest (AIP-16)",
  outputsFiles: "the top level of the manifest (AIP-16)",
  inputs: "the top-level inputs block (AIP-16)",
  outputs: "the top-level outputs block (AIP-16)",
  run: "the top level of the manifest (AIP-26)",
  code: "the top-level code block (AIP-26)",
  mode: "runner.engine; mode is its name in the legacy runtime block",
  cpu_ms_max: "runner.limits.cpu_ms",
  memory_mb_max: "runner.limits.memory_mb",
};

/** Where a key that is no field of the runner block belongs, when that is known. */
export function misplaced(key: string): string | undefined {
  if (!Object.hasOwn(OTHER_BLOCKS, key)) return undefined;
  return `does not belong in the runner block, which is about the process boundary alone; it belongs in ${OTHER_BLOCKS[key]}`;
}
