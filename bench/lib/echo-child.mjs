// A bare WebSocket server that says everything back, in a process of its own, as the runner is.
import { WebSocketServer } from "ws";

const server = new WebSocketServer({ host: "127.0.0.1", port: 0, perMessageDeflate: false });
server.on("connection", (socket) => {
  socket.on("message", (data) => socket.send(data, { binary: false }));
});
server.on("listening", () => console.log(`ws://127.0.0.1:${server.address().port}`));
