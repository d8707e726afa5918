/**
 * Node's own permission model: no files but these, no child processes. A seat belt rather than
 * a wall: it does not close the network before Node 25. With a `scratch` folder to write to, the
 * program is somebody else's body, and gets neither threads nor addons, which lead out of it.
 */
export function permissionFlags(readable: readonly string[], scratch?: string): string[] {
  const [major = 0] = process.versions.node.split(".").map(Number);
  return [
    major >= 24 ? "--permission" : "--experimental-permission",
    "--no-warnings",
    ...(scratch === undefined
      ? // The type eraser is native.
        ["--allow-worker", "--allow-addons"]
      : [`--allow-fs-read=${scratch}`, `--allow-fs-write=${scratch}`]),
    ...readable.map((path) => `--allow-fs-read=${path}`),
  ];
}
