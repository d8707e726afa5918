/** What a thread's own program needs, and nothing of what starts and stops threads. */

export { leaveLostThreads } from "./lost-threads.js";
export { serveWorker } from "./serve-worker.js";
