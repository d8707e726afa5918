// A real browser for tests, and a server for folders.
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { chromium } from "playwright-core";

const PROGRAMS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Starts the machine's Chromium; `undefined` where there is none. */
export async function openBrowser() {
  const executablePath = process.env.CHROMIUM ?? PROGRAMS.find((path) => existsSync(path));
  if (executablePath === undefined) return undefined;
  // Chromium's own sandbox does not start as root; what we open is ours.
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
}

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".wasm": "application/wasm",
};

/** Serves a folder on loopback; `pages` are texts that are not in it, by path. */
export async function serveFolder(folder, pages = {}) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    if (path in pages) {
      response.writeHead(200, { "content-type": TYPES[".html"] }).end(pages[path]);
      return;
    }
    const wanted = join(folder, normalize(path));
    const file = [wanted, `${wanted}.html`, join(wanted, "index.html")].find(
      (candidate) => existsSync(candidate) && extname(candidate) !== "",
    );
    if (file === undefined) response.writeHead(404).end(`no ${path}`);
    else {
      const type = TYPES[extname(file)] ?? "application/octet-stream";
      response.writeHead(200, { "content-type": type }).end(readFileSync(file));
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${server.address().port}`;
  return { url, close: () => new Promise((resolve) => server.close(resolve)) };
}
