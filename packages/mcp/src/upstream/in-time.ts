/** The promise, or a rejection as soon as the signal aborts: not everybody listens to signals. */
export async function inTime<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  // Whoever stops waiting must not be told later.
  promise.catch(() => {});
  signal.throwIfAborted();
  let stop = (): void => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
