// Two bodies of a manifest, as files, and a tool for guest code.
import { mkdirSync, writeFileSync } from "node:fs";
import { resolveProvider } from "@execbox/core";

const BODIES = {
  "tools/report/main.ts":
    "export default ({ month }: { month: number }) => ({ month, total: 210 });\n",
  "tools/rates/main.py":
    "import json, sys\nprint(json.dumps([name + '/USD' for name in json.load(sys.stdin)]))\n",
};
for (const [file, text] of Object.entries(BODIES)) {
  mkdirSync(new URL(".", new URL(file, `file://${process.cwd()}/`)), { recursive: true });
  writeFileSync(file, text);
}

export const tools = resolveProvider({
  name: "tools",
  tools: { add: { execute: ({ a, b }) => a + b } },
});
