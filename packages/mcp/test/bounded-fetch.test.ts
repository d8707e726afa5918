import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type TestContext, test } from "node:test";
import { boundedFetch } from "../src/upstream/bounded-fetch.js";

const LIMIT = 10_000;

async function listen(
  context: TestContext,
  answer: (response: ServerResponse) => void,
): Promise<string> {
  const server = createServer((_request, response) => answer(response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}/`;
}

/** Writes until nobody reads any more. */
function flood(response: ServerResponse, piece: string): void {
  const timer = setInterval(() => {
    for (let index = 0; index < 20; index++) response.write(piece);
  }, 1);
  response.on("close", () => clearInterval(timer));
}

test("a body or an event without end is refused, and its sender let go", async (context) => {
  const cases: [type: string, piece: string][] = [
    ["application/json", " \n\n "],
    ["text/event-stream", `data: ${"x".repeat(100)}\n`],
    ["text/event-stream", "x".repeat(100)],
  ];
  for (const [type, piece] of cases) {
    let isGone = false;
    const url = await listen(context, (response) => {
      response.writeHead(200, { "content-type": type });
      response.on("close", () => {
        isGone = true;
      });
      flood(response, piece);
    });
    const response = await boundedFetch(url, {}, LIMIT);
    await assert.rejects(response.text(), /more than 10000 bytes/, type);
    while (!isGone) await new Promise((resolve) => setTimeout(resolve, 5));
  }
});

test("a stream of many events may be as long as it likes", async (context) => {
  for (const end of ["\n\n", "\r\n\r\n"]) {
    const event = `data: ${"y".repeat(900)}${end}`;
    const url = await listen(context, (response) => {
      response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
      for (let index = 0; index < 200; index++) response.write(event);
      response.end();
    });
    const response = await boundedFetch(url, {}, LIMIT);
    assert.equal((await response.text()).length, 200 * event.length);
  }
});
