/** Lets at most `width` jobs run at once; the others wait in order. */
export function createQueue(width) {
  const waiting = [];
  let running = 0;
  const next = () => {
    running -= 1;
    waiting.shift()?.();
  };
  return async (job) => {
    if (running >= width) await new Promise((resolve) => waiting.push(resolve));
    running += 1;
    try {
      return await job();
    } finally {
      next();
    }
  };
}
