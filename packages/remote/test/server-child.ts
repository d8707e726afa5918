/** A runner that listens, as a program of its own: its first line says where. */
import { serveRunner } from "@execbox/remote";

const server = await serveRunner({ listen: "127.0.0.1:0" });
await server.runner.prewarm();
console.log(server.url);
