// Removes what the build made.
import { readdirSync, rmSync } from "node:fs";

const root = new URL("../", import.meta.url);
for (const name of readdirSync(new URL("packages/", root))) {
  rmSync(new URL(`packages/${name}/dist`, root), { recursive: true, force: true });
  rmSync(new URL(`packages/${name}/src/generated`, root), { recursive: true, force: true });
}
rmSync(new URL("examples/dist", root), { recursive: true, force: true });
