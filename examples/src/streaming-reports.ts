/**
 * A long run that tells how far it is. Reports and logs arrive while the guest works, and the host
 * stops it when it has seen enough: everything up to then is in the result.
 */
import { runCode } from "execbox";

const run = runCode(
  `
  for (let page = 1; ; page++) {
    const found = await search(page);
    report({ page, found });
  }
  `,
  {
    globals: { search: async (page: number) => page * 3 },
    report: (value) => {
      const { page, found } = value as { page: number; found: number };
      console.log(`page ${page}: ${found} found`);
      if (found >= 12) run.terminate("that is enough");
    },
  },
);

const { status, reports, error } = await run;
console.log(`${status} after ${reports.length} reports: ${error?.message}`);

/* Prints:
page 1: 3 found
page 2: 6 found
page 3: 9 found
page 4: 12 found
terminated after 4 reports: …that is enough…
*/
