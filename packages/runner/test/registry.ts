/** An npm registry on this machine's loopback, with one package that exports a sentence. */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { bundleOf } from "./bundles.js";

export async function startRegistry(name: string) {
  const version = { name, version: "1.0.0", main: "index.js" };
  const folder = bundleOf({
    "package/package.json": JSON.stringify(version),
    "package/index.js": `module.exports = "${name} is here";`,
  });
  const { stdout: archive } = spawnSync("tar", ["-czf", "-", "-C", folder, "package"]);
  const served: string[] = [];
  const server = createServer(({ url = "", headers }, response) => {
    served.push(url);
    if (url === `/${name}.tgz`) return response.end(archive);
    if (url !== `/${name}`) return response.writeHead(404).end();
    const dist = { tarball: `http://${headers.host}/${name}.tgz` };
    const versions = { "1.0.0": { ...version, dist } };
    const packument = { name, "dist-tags": { latest: "1.0.0" }, versions };
    return response.setHeader("content-type", "application/json").end(JSON.stringify(packument));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { url: `http://127.0.0.1:${address.port}/`, served, close: () => void server.close() };
}
