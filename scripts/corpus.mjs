// Every program of the hostile corpus on every subject: `npm test` runs a share on the slow ones.
// npm run corpus -- [words in the path of test files, such as fleet]
process.env.EXECBOX_CORPUS = "whole";
const words = process.argv.splice(2);
process.argv.push(
  ...(words.length > 0 ? words : [""]).map((word) => `trials/dist/test/hostile-${word}`),
);
await import("./test.mjs");
