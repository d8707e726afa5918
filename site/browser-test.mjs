// The packages that must run in a browser do: guest programs in a sandbox inside a real Chromium,
// from the files that are published, without a bundler.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { openBrowser, serveFolder } from "./chromium.mjs";

const packages = fileURLToPath(new URL("../packages/", import.meta.url));

const imports = Object.fromEntries(
  ["core", "guest", "protocol", "quickjs", "source"].map((name) => [
    `@execbox/${name}`,
    `/${name}/dist/bundle/index.js`,
  ]),
);
imports["@execbox/guest/values"] = "/guest/dist/bundle/values.js";

const PAGE = `<!doctype html>
<title>Execbox in a browser</title>
<script type="importmap">${JSON.stringify({ imports })}</script>
<script type="module">
  import { resolveProvider } from "@execbox/core";
  import { QuickJsExecutor } from "@execbox/quickjs";
  window.secret = "of the page";
  const page = resolveProvider({
    name: "page",
    tools: { title: { execute: () => document.title }, fail: { execute: () => { throw new Error("no"); } } },
  });
  const executor = new QuickJsExecutor({ placement: "inline" });
  window.run = (code, options) => executor.execute(code, [page], options);
</script>`;

let browser;
let server;
let tab;

before(async () => {
  browser = await openBrowser();
  if (browser === undefined) return;
  server = await serveFolder(packages, { "/page": PAGE });
  tab = await browser.newPage();
  tab.on("pageerror", (error) => console.error("page:", error.message));
  await tab.goto(`${server.url}/page`);
  await tab.waitForFunction(() => "run" in window);
});

after(async () => {
  await browser?.close();
  await server?.close();
});

/** A test in the page; visible when there is no browser to run it in. */
function inPage(name, body) {
  test(name, async (context) => {
    if (browser === undefined)
      return context.skip("chromium is not installed: apt-get install chromium");
    await body((code, options) =>
      tab.evaluate(([text, limits]) => window.run(text, limits), [code, options]),
    );
  });
}

inPage("a program calls a tool of the page and returns a value", async (run) => {
  const { ok, result, logs } = await run("console.log('hi'); (await page.title()).toUpperCase()");
  assert.deepEqual(
    { ok, result, logs },
    { ok: true, result: "EXECBOX IN A BROWSER", logs: ["hi"] },
  );
});

inPage("a program sees nothing of the page", async (run) => {
  const { result } = await run(
    "[typeof window, typeof document, typeof fetch, typeof secret, typeof setTimeout]",
  );
  assert.deepEqual(result, Array(5).fill("undefined"));
});

inPage("each program has a sandbox of its own", async (run) => {
  await run("globalThis.left = 1; Array.prototype.push = null;");
  assert.equal((await run("typeof left + typeof [].push")).result, "undefinedfunction");
});

inPage("a loop is stopped, and memory is bounded", async (run) => {
  assert.equal((await run("for (;;);", { timeoutMs: 200 })).error.code, "timeout");
  const bomb = await run("const a = []; for (;;) a.push(new Array(10000).fill(1))", {
    memoryLimitBytes: 2 ** 24,
  });
  assert.equal(bomb.error.code, "memory_limit");
});

inPage("a tool's failure is the guest's to catch", async (run) => {
  assert.equal(
    (await run("let said; try { await page.fail() } catch (error) { said = error.message } said"))
      .result,
    "no",
  );
  assert.equal((await run("await page.fail()")).error.code, "tool_error");
});

inPage("TypeScript is refused by name where nothing can erase its types", async (run) => {
  const { error } = await run("const n: number = 1; n", { language: "typescript" });
  assert.match(error.message, /TypeScript needs a type eraser/);
});
