/**
 * An HTTP endpoint that runs code for its callers, with Hono. One executor serves every request
 * from its pool; a client that goes away takes its run along; the tools know who is calling.
 */
import { serve } from "@hono/node-server";
import { QuickJsExecutor, type ResolvedToolProvider, resolveProvider } from "execbox";
import { Hono } from "hono";

const executor = new QuickJsExecutor({
  placement: "worker",
  timeoutMs: 2_000,
  pool: { maxSize: 2 },
});

/** Tools for one caller: who that is comes from the request, never from the guest. */
function toolsFor(user: string): ResolvedToolProvider {
  return resolveProvider({
    name: "me",
    tools: { name: { execute: () => user }, points: { execute: () => user.length * 10 } },
  });
}

const app = new Hono();
app.post("/run", async (context) => {
  const user = context.req.header("x-user");
  if (user === undefined) return context.json({ error: "who are you?" }, 401);
  const result = await executor.execute(await context.req.text(), [toolsFor(user)], {
    signal: context.req.raw.signal,
  });
  return context.json(
    result.ok ? { result: result.result } : { error: result.error },
    result.ok ? 200 : 422,
  );
});

const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
await new Promise((resolve) => server.once("listening", resolve));
const address = server.address();
const port = typeof address === "object" && address !== null ? address.port : 0;

async function post(code: string, user?: string): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/run`, {
    method: "POST",
    body: code,
    ...(user === undefined ? {} : { headers: { "x-user": user } }),
  });
  console.log(response.status, await response.text());
}

await post("({ name: await me.name(), points: await me.points() })", "ada");
await post("me.delete()", "ada");
await post("1");
server.close();
await executor.dispose();

/* Prints:
200 {"result":{"name":"ada","points":30}}
422 {"error":{"code":"runtime_error",…}}
401 {"error":"who are you?"}
*/
