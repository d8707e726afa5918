// Verifies remote.websocket.
import { after } from "node:test";
import { connectWebSocket, serveRunner } from "../src/index.js";
import { runContract } from "./contract-suites.js";

const token = "a token of the contract's own";
const server = await serveRunner({ listen: "127.0.0.1:0", token: token.replaceAll(" ", "-") });
after(() => server.close());

runContract("WebSocket", (signal) =>
  connectWebSocket(server.url, { token: token.replaceAll(" ", "-"), signal }),
);
