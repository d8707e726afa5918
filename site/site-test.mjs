// The built site in a real browser: every page renders, every link leads somewhere, search finds.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { openBrowser, serveFolder } from "./chromium.mjs";

const folder = fileURLToPath(new URL("./dist", import.meta.url));
let browser;
let server;

before(async () => {
  assert.ok(existsSync(folder), "the site is not built: npm run docs");
  browser = await openBrowser();
  server = await serveFolder(folder);
});

after(async () => {
  await browser?.close();
  await server?.close();
});

/** A test with a tab of its own; visible when there is no browser. */
function inTab(name, body) {
  test(name, { timeout: 300_000 }, async (context) => {
    if (browser === undefined)
      return context.skip("chromium is not installed: apt-get install chromium");
    const tab = await browser.newPage();
    const errors = [];
    tab.on("pageerror", (error) => errors.push(error.message));
    try {
      await body(tab);
      assert.deepEqual(errors, []);
    } finally {
      await tab.close();
    }
  });
}

inTab("every page renders, and no link is dead", async (tab) => {
  const seen = new Set(["/"]);
  const anchors = [];
  const ids = new Map();
  for (const path of seen) {
    const response = await tab.goto(server.url + path, { waitUntil: "domcontentloaded" });
    assert.equal(response.status(), 200, `${path} is dead`);
    const page = await tab.evaluate(() => ({
      title: document.querySelector("h1")?.textContent ?? "",
      text: document.querySelector("main, .VPHome, .VPContent")?.textContent.length ?? 0,
      broken: [...document.images].filter((image) => !image.complete || image.naturalWidth === 0)
        .length,
      ids: [...document.querySelectorAll("[id]")].map(({ id }) => id),
      links: [...document.querySelectorAll("a[href]")].map(({ href }) => href),
    }));
    assert.ok(page.title !== "" && page.text > 100, `${path} is empty`);
    ids.set(path, new Set(page.ids));
    for (const link of page.links) {
      const { origin, pathname, hash } = new URL(link);
      if (origin !== server.url) continue;
      seen.add(pathname);
      if (hash !== "") anchors.push([path, pathname, decodeURIComponent(hash.slice(1))]);
    }
  }
  console.log(`${seen.size} pages, ${anchors.length} links to sections`);
  assert.ok(seen.size > 30);
  const lost = anchors.filter(([, to, id]) => !ids.get(to)?.has(id));
  assert.deepEqual(lost, [], "links to sections that are not there");
});

inTab("search finds a page by a word in it", async (tab) => {
  await tab.goto(`${server.url}/`, { waitUntil: "networkidle" });
  await tab.keyboard.press("Control+k");
  await tab.waitForSelector(".VPLocalSearchBox input");
  await tab.fill(".VPLocalSearchBox input", "serialization_error");
  await tab.waitForSelector(".VPLocalSearchBox .result");
  const results = await tab
    .locator(".VPLocalSearchBox .result")
    .evaluateAll((links) => links.map(({ href }) => href));
  assert.ok(
    results.some((href) => href.includes("/errors")),
    results.join("\n"),
  );
});

inTab("pictures are there, and pages fit a telephone", async (tab) => {
  await tab.setViewportSize({ width: 390, height: 800 });
  await tab.goto(`${server.url}/performance`, { waitUntil: "networkidle" });
  const picture = await tab
    .locator("main img")
    .first()
    .evaluate((image) => image.naturalWidth);
  assert.ok(picture > 0);
  const wide = await tab.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 400, `the page is ${wide} wide`);
});
