// A registry of what would be published: our packed packages, and the way to everything else.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { basename } from "node:path";

/**
 * Serves `packages` (`{ manifest, tarball }`) as npm's registry would, so that users' commands run
 * as they are written. Whatever is not ours is redirected to `upstream`.
 */
export async function openRegistry(packages, upstream) {
  const byName = new Map(packages.map((entry) => [entry.manifest.name, entry]));
  const byFile = new Map(packages.map((entry) => [basename(entry.tarball), entry]));
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname.slice(1));
    const file = byFile.get(path.replace(/^tarballs\//, ""));
    const entry = byName.get(path);
    if (path.startsWith("tarballs/") && file !== undefined) {
      response.end(readFileSync(file.tarball));
    } else if (entry !== undefined) {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(packument(entry, `http://localhost:${server.address().port}`)));
    } else {
      response.writeHead(302, { location: new URL(request.url.slice(1), upstream).href }).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "localhost", resolve));
  const url = `http://localhost:${server.address().port}/`;
  return { url, close: () => server.close() };
}

function packument({ manifest, tarball }, home) {
  const { name, version } = manifest;
  const integrity = `sha512-${createHash("sha512").update(readFileSync(tarball)).digest("base64")}`;
  const dist = { tarball: `${home}/tarballs/${basename(tarball)}`, integrity };
  return { name, "dist-tags": { latest: version }, versions: { [version]: { ...manifest, dist } } };
}
