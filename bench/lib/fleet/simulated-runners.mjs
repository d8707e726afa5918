// Many runners in one process. They are real members of the fleet, each with its own connection;
// only the engine is simulated: an execution is a timer.
import { serveNats } from "@execbox/nats";

const [, , servers, text] = process.argv;
const { count, slots, serviceMs, advertiseMs } = JSON.parse(text);

/** How long an execution takes: exponential, as in the model, or none at all. */
const drawMs = () => (serviceMs === 0 ? 0 : -serviceMs * Math.log(1 - Math.random()));

/** What `RunnerHost.serve` does, with a timer for an engine. */
function serve(transport) {
  return new Promise((resolve) => {
    transport.onClose(resolve);
    transport.onMessage(({ type, id }) => {
      if (type !== "execute") return;
      transport.send({ type: "started", id });
      const finish = () => {
        try {
          transport.send({ type: "done", id, ok: true, durationMs: 0, logs: [], result: 2 });
        } catch {
          // The host gave up.
        }
        resolve();
      };
      const ms = drawMs();
      if (ms === 0) finish();
      else setTimeout(finish, ms);
    });
  });
}

const waves = 50;
for (let from = 0; from < count; from += waves) {
  const size = Math.min(waves, count - from);
  await Promise.all(
    Array.from({ length: size }, () => serveNats({ servers, slots, serve, advertiseMs })),
  );
}
console.log("ready");
