import { serveWorker } from "../src/index.js";
import { puppetEngine } from "./puppet.js";

await serveWorker(async () => puppetEngine());
