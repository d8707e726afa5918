/**
 * The tiny runner with one of its defects, as a program: `node serve.js` listens on a WebSocket
 * of its own and takes the defect's name from the path; `node serve.js NAME` speaks on stdio.
 * Two defects are of the program: `NAME lingering` outlives its link, `- mortal` is a server that
 * ends with the first link that is cut.
 */
import { createInterface } from "node:readline";
import { WebSocketServer } from "ws";
import { allDefects } from "./all-defects.js";
import { TinySession } from "./tiny-runner.js";

// Guests leave promises behind that nobody handles; that is their own business.
process.on("unhandledRejection", () => {});

const [name, program] = process.argv.slice(2);
if (name === undefined || name === "-") listen();
else {
  const session = open(name, (frame) => process.stdout.write(`${frame}\n`));
  createInterface({ input: process.stdin })
    .on("line", (line) => session.receive(JSON.parse(line)))
    .on("close", () => {
      if (program !== "lingering") process.exit(0);
    });
  if (program === "lingering") setInterval(() => {}, 60_000);
}

function listen(): void {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  server.on("connection", (socket, request) => {
    const session = open(String(request.url).slice(1), (frame) => socket.send(frame));
    socket.on("message", (data) => session.receive(JSON.parse(String(data))));
    socket.on("close", (code) => {
      session.close();
      // 1006: nobody said goodbye.
      if (program === "mortal" && code === 1_006) process.exit(1);
    });
  });
  server.on("listening", () => {
    const address = server.address();
    if (typeof address === "object") process.stdout.write(`${address?.port}\n`);
  });
  // Nobody is left to ask anything.
  process.stdin.on("end", () => process.exit(0)).resume();
}

function open(defect: string, send: (frame: string) => void): TinySession {
  const found = allDefects[defect];
  if (found === undefined) throw new Error(`there is no defect ${defect}`);
  return new TinySession(send, found.parts());
}
