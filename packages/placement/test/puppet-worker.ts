import { serveWorker } from "../src/worker.js";
import { puppetEngine } from "./puppet.js";

await serveWorker(async () => puppetEngine());
