import { after, test } from "node:test";
import { fleetSubject } from "../src/subjects.js";
import { attack, shareOfCorpus } from "./corpus.js";

// The fleet's own support for tests: real servers and real runner processes.
type Fleets = typeof import("../../nats/test/support/fleet.js");
type Servers = typeof import("../../nats/test/support/nats-servers.js");
const support = new URL("../../../nats/dist/test/support/", import.meta.url);
const { noNats } = (await import(new URL("nats-servers.js", support).href)) as Servers;

if (noNats) {
  test("hostile programs through a fleet", { skip: noNats }, () => {});
} else {
  const { Fleet } = (await import(new URL("fleet.js", support).href)) as Fleets;
  // One slot of one runner: the attacked one gives the next answer.
  const fleet = await Fleet.start({ runners: 1, slots: 1 });
  after(() => fleet[Symbol.asyncDispose]());
  attack(fleetSubject(fleet.connect()), shareOfCorpus);
}
