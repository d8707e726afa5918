// A runner that listens, in a process of its own.
import { serveRunner } from "@execbox/remote";

const server = await serveRunner({ listen: "127.0.0.1:0", maxSessions: 256 });
await server.runner.prewarm();
console.log(server.url);
