/**
 * Modules: the second front door. The guest imports what the host bridged in and its own files,
 * exports a function, and gets values by structured clone: a `Map` and a `Date` arrive as they are.
 */
import { runCode } from "execbox";

const entry = `
  import { rows, settings } from "warehouse";
  import { groupBy, type Row } from "./group.ts";

  export default (minimum: number): Map<string, Row[]> =>
    groupBy(rows().filter((row) => row.weight >= minimum), settings.by);
`;

const group = `
  export interface Row { name: string; weight: number; shelf: string; seen: Date }
  export function groupBy(rows: Row[], key: keyof Row): Map<string, Row[]> {
    return Map.groupBy(rows, (row) => String(row[key]));
  }
`;

const seen = new Date("2026-01-01");
const { status, result, error } = await runCode(entry, {
  imports: {
    warehouse: {
      settings: { by: "shelf" },
      rows: () => [
        { name: "anvil", weight: 90, shelf: "low", seen },
        { name: "feather", weight: 0.1, shelf: "high", seen },
        { name: "safe", weight: 400, shelf: "low", seen },
      ],
    },
  },
  modules: { "./group.ts": group },
  execute: { args: [1] },
});

console.log(status, error?.message ?? "");
if (result instanceof Map) {
  for (const [shelf, rows] of result) {
    console.log(shelf, rows.map((row: { name: string }) => row.name).join(" and "));
    console.log("a real Date:", rows[0].seen instanceof Date);
  }
}

/* Prints:
success 
low anvil and safe
a real Date: true
*/
