// technique: for await and yield* await what `return` gives
// attempts: to get control again after the program returned
// allowed: contained
// doors: both

async () => {
  const source = { [Symbol.asyncIterator]() { return { next: async () => ({ value: 1, done: false }), return: () => ({ then(resolve) { resolve({}); } }) }; } };
  for await (const value of source) if (value === 1) break;
  return "contained";
}
