// What a fleet should do, from a handful of measured numbers.

/** The chance that all `servers` are taken, with `load` of them busy on average (Erlang's C). */
export function chanceToWait(servers, load) {
  let blocked = 1;
  for (let count = 1; count <= servers; count++) {
    blocked = (load * blocked) / (count + load * blocked);
  }
  const utilisation = load / servers;
  return blocked / (1 - utilisation * (1 - blocked));
}

/**
 * The mean time from asking for a runner to having one: what an offer costs on an idle fleet, and
 * the queue in front of slots that are all taken.
 */
export function predictWaitMs({ slots, serviceMs, ratePerSecond, offerMs }) {
  const load = (ratePerSecond * serviceMs) / 1_000;
  const queueing = (chanceToWait(slots, load) * serviceMs) / (slots - load);
  return offerMs + queueing;
}
