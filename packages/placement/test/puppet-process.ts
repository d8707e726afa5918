import { serveProcess } from "../src/index.js";

await serveProcess({ worker: new URL("./puppet-worker.js", import.meta.url), options: {} });
