// Verifies remote.with-mcp.
import assert from "node:assert/strict";
import { test } from "node:test";
import { linkOpener } from "@execbox/placement";
import { quickJsPrograms } from "@execbox/quickjs";
import { connectLoopback, RemoteExecutor, RunnerHost } from "@execbox/remote";
import { serve, text, wrap } from "./support.js";

test("the guest runs on a remote runner; the tools, their servers and secrets stay here", async (context) => {
  const runner = new RunnerHost({ openLink: linkOpener(quickJsPrograms(), "worker", 64 << 20) });
  context.after(() => runner.dispose());
  const executor = new RemoteExecutor({ connectTransport: () => connectLoopback(runner) });
  const image = { type: "image" as const, data: "iVBORw0KGgo=", mimeType: "image/png" };
  const upstream = serve({
    hi: { call: ({ name }) => text(`hi ${name}`) },
    shot: { call: () => ({ content: [image] }) },
    fail: { call: () => ({ ...text("no"), isError: true }) },
  });
  const { run, call } = await wrap(context, { server: upstream }, { executor });
  assert.equal(await run("(await mcp.hi({ name: 'Ada' })).content[0].text"), "hi Ada");
  assert.deepEqual((await call("mcp_execute_code", { code: "await mcp.shot()" })).content, [image]);
  assert.match(await run("await mcp.fail()"), /^tool_error: no/);
  assert.match(await run("await mcp.hii()"), /did you mean mcp\.hi\?/);
});
