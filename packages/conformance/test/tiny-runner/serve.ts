/**
 * The tiny runner with one of its defects, as a program: `node serve.js` listens on a WebSocket
 * of its own and takes the defect's name from the path; `node serve.js NAME` speaks on stdio.
 */
import { createInterface } from "node:readline";
import { WebSocketServer } from "ws";
import { defects } from "./defects.js";
import { TinySession } from "./tiny-runner.js";

// Guests leave promises behind that nobody handles; that is their own business.
process.on("unhandledRejection", () => {});

const [name] = process.argv.slice(2);
if (name === undefined) listen();
else {
  const session = open(name, (frame) => process.stdout.write(`${frame}\n`));
  createInterface({ input: process.stdin })
    .on("line", (line) => session.receive(JSON.parse(line)))
    .on("close", () => process.exit(0));
}

function listen(): void {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  server.on("connection", (socket, request) => {
    const session = open(String(request.url).slice(1), (frame) => socket.send(frame));
    socket.on("message", (data) => session.receive(JSON.parse(String(data))));
    socket.on("close", () => session.close());
  });
  server.on("listening", () => {
    const address = server.address();
    if (typeof address === "object") process.stdout.write(`${address?.port}\n`);
  });
  // Nobody is left to ask anything.
  process.stdin.on("end", () => process.exit(0)).resume();
}

function open(defect: string, send: (frame: string) => void): TinySession {
  const found = defects[defect];
  if (found === undefined) throw new Error(`there is no defect ${defect}`);
  return new TinySession(send, found.parts());
}
