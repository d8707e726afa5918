/**
 * Formulas that customers type into a form: thousands of tiny runs, each in a sandbox of its own,
 * and a customer who tries to be clever costs nobody anything.
 */
import { createCodeRunner } from "execbox";

const formulas = new Map([
  ["margin", "(price - cost) / price"],
  ["label", "name + ' ' + (price * 1.2).toFixed(2)"],
  ["forever", "(() => { for (;;); })()"],
  ["thief", "process.env.SECRET"],
]);

const row = { name: "anvil", price: 100, cost: 60 };
const { runCode, dispose } = createCodeRunner({
  safetyCapMs: 1_000,
  memoryLimitBytes: 8 * 1024 * 1024,
});

const run = (source: string, globals: Record<string, unknown>) =>
  runCode(source, { globals, language: "javascript" });

for (const [column, formula] of formulas) {
  const { status, result, error } = await run(`export default ${formula}`, row);
  console.log(`${column}: ${status === "success" ? result : `#${status} ${error?.message}`}`);
}

let sum = 0;
for (let price = 1; price <= 1_000; price++) {
  const { result } = await run("export default price * 2", { ...row, price });
  sum += Number(result);
}
console.log(`1000 rows: ${sum}, each in a fresh sandbox`);
await dispose();

/* Prints:
margin: 0.4
label: anvil 120.00
forever: #terminated The run was ended by the safety cap of 1000 ms
thief: #error process is not defined
1000 rows: 1001000, each in a fresh sandbox
*/
