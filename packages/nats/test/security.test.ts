import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { RemoteExecutor } from "@execbox/remote";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import { natsTransport, readNatsSecrets, serveNats, watchFleet } from "../src/index.js";
import { until } from "./support/marks.js";
import { noNats, startServer } from "./support/nats-servers.js";
import { RunnerProcess } from "./support/runner-process.js";

const README = new URL("../../README.md", import.meta.url);
const secretOf = (user: string) => ({ user, pass: `${user}-secret` });

/** The configuration as the documentation gives it. */
function documentedConfiguration(): string {
  const [, block] = /```conf\n([\s\S]*?)```/.exec(readFileSync(README, "utf8")) ?? [];
  assert.ok(block !== undefined, "the README holds the configuration");
  return block;
}

// Verifies fleet.permissions.
test("a fleet works with the permissions the documentation gives", { skip: noNats }, async () => {
  await using server = await startServer(documentedConfiguration());
  const servers = server.url;
  const runner = new RunnerProcess({
    servers,
    name: "eu-1",
    slots: 2,
    connection: secretOf("eu-1"),
  });
  await runner.ready;
  const fleet = natsTransport({ servers, name: "agents", connection: secretOf("agents") });
  const executor = new RemoteExecutor({ connectTransport: fleet });
  // Big enough to need parts and acknowledgements in both directions.
  const length = 3_000_000;
  const result = await executor.execute(`"x".repeat(${length}).length`, []);
  assert.ok(result.ok && result.result === length, JSON.stringify(result).slice(0, 300));
  const big = await executor.execute(`"y".repeat(${length})`);
  assert.ok(big.ok && (big.result as string).length === length);
  const watch = await watchFleet({ servers, name: "status", connection: secretOf("status") });
  await watch.ready;
  assert.deepEqual(
    watch.runners().map(({ name, state }) => [name, state]),
    [["eu-1", "ready"]],
  );
  await watch.close();
  await fleet.close();
  await runner.end("SIGTERM");
  assert.equal(runner.child.exitCode, 0);
});

test("with them a runner that was taken over hears nobody else and speaks for nobody else", {
  skip: noNats,
}, async () => {
  await using server = await startServer(documentedConfiguration());
  const taken = await connect({ servers: server.url, ...secretOf("eu-1") });
  const mine = "execbox.default";
  for (const [subject, queue] of [
    [">"],
    [`${mine}.>`],
    [`${mine}.host.>`],
    [`${mine}.host.agents.>`],
    [`${mine}.runner.>`],
    [`${mine}.runner.eu-2.>`],
    [`${mine}.offer.*`],
    [`${mine}.offer.*`, "spies"],
    [`${mine}.advert.*.*`],
  ] as const) {
    assert.ok(
      await isRefused(taken, subject, queue),
      `${subject} ${queue ?? ""} is not its to hear`,
    );
  }
  assert.ok(!(await isRefused(taken, `${mine}.offer.*`, "runners")));
  assert.ok(!(await isRefused(taken, `${mine}.runner.eu-1.>`)));

  const refused: string[] = [];
  void (async () => {
    for await (const status of taken.status()) {
      if (status.type === "error") refused.push(status.error.message);
    }
  })();
  const forbidden = [
    `${mine}.advert.eu-2.x`,
    `${mine}.runner.eu-2.x.offer`,
    `${mine}.offer.abc`,
    `${mine}.ping`,
    "$SYS.REQ.SERVER.PING",
  ];
  for (const subject of forbidden) taken.publish(subject, "x");
  await taken.flush();
  await until("all were answered", () => refused.length >= forbidden.length);
  for (const subject of forbidden) {
    assert.ok(
      refused.some((message) => message.includes(`"${subject}"`)),
      `${subject} is not its to say`,
    );
  }
  await taken.close();

  // Under a name that is not its own it does not look as if it served.
  const servers = server.url;
  const serve = async () => {};
  const named = await serveNats({
    servers,
    name: "eu-2",
    slots: 1,
    serve,
    connection: secretOf("eu-1"),
  });
  assert.match(String(await named.closed), /NATS refused this runner a subscription.*eu-2/i);
  const host = natsTransport({ servers, name: "others", connection: secretOf("agents") });
  await assert.rejects(host(), /NATS refused this host a subscription/);
  await host.close();

  await assert.rejects(
    connect({ servers: server.url, user: "eu-1", pass: "wrong" }),
    /Authorization/i,
  );
});

/** Whether the server refuses a subscription. */
async function isRefused(
  connection: NatsConnection,
  subject: string,
  queue?: string,
): Promise<boolean> {
  let refused = false;
  const subscription = connection.subscribe(subject, {
    ...(queue === undefined ? {} : { queue }),
    callback: (error) => {
      if (error !== null) refused = true;
    },
  });
  await connection.flush();
  await connection.flush();
  if (!refused) subscription.unsubscribe();
  return refused;
}

const noOpenSsl =
  spawnSync("openssl", ["version"]).status === 0
    ? false
    : "openssl is not installed: apt-get install openssl";

test("TLS with certificates on both sides passes through", {
  skip: noNats || noOpenSsl,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), "execbox-tls-"));
  const at = (name: string) => join(folder, name);
  makeCertificates(folder);
  await using server = await startServer(
    `tls { cert_file: "${at("server.pem")}", key_file: "${at("server.key")}", ca_file: "${at("ca.pem")}", verify: true }`,
  );
  const servers = server.url;
  const secrets = { caFile: at("ca.pem"), certFile: at("client.pem"), keyFile: at("client.key") };
  const connection = readNatsSecrets(secrets);
  const runner = new RunnerProcess({ servers, slots: 1, connection });
  await runner.ready;
  const fleet = natsTransport({ servers, connection });
  assert.ok((await new RemoteExecutor({ connectTransport: fleet }).execute("1")).ok);
  await fleet.close();

  const stranger = natsTransport({
    servers,
    connection: { ...readNatsSecrets({ caFile: at("ca.pem") }), timeout: 1_000 },
  });
  const refused = await new RemoteExecutor({ connectTransport: stranger }).execute("1");
  assert.ok(!refused.ok && refused.error.message.includes("cannot connect to NATS"));
  await stranger.close();
  await runner.end();
  rmSync(folder, { recursive: true });
});

/** An authority, and certificates of it for a server on loopback and for a client. */
function makeCertificates(folder: string): void {
  const openssl = (...args: string[]) =>
    execFileSync("openssl", args, { cwd: folder, stdio: "ignore" });
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const authority = ["-subj", "/CN=authority", "-keyout", "ca.key", "-out", "ca.pem"];
  openssl("req", "-x509", ...key, "-days", "2", ...authority);
  for (const name of ["server", "client"]) {
    const subject = [
      "-subj",
      `/CN=${name}`,
      "-addext",
      "subjectAltName=IP:127.0.0.1,DNS:localhost",
    ];
    openssl("req", ...key, ...subject, "-keyout", `${name}.key`, "-out", `${name}.csr`);
    const signer = [
      "-CA",
      "ca.pem",
      "-CAkey",
      "ca.key",
      "-CAcreateserial",
      "-copy_extensions",
      "copy",
    ];
    openssl("x509", "-req", "-in", `${name}.csr`, ...signer, "-days", "2", "-out", `${name}.pem`);
  }
}
