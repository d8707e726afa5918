/** What a thread's own program needs, and nothing of what starts and stops threads. */
export { serveWorker } from "./serve-worker.js";
