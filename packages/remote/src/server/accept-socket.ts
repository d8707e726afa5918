import type { RunnerMessage, RunnerTransport } from "@execbox/protocol";
import type { WebSocket } from "ws";
import type { RunnerHost } from "../runner/runner-host.js";
import { WebSocketLink } from "../websocket/web-socket-link.js";

/** How long a connection may be of no use. */
export interface Patience {
  /** How long a host may show no sign of life. */
  deadPeerMs: number;
  /** How long a host may take from connecting to its `execute`. */
  firstMessageMs: number;
}

/** Serves the host at the other end of a WebSocket until its execution is over. Never rejects. */
export async function acceptSocket(
  socket: WebSocket,
  runner: RunnerHost,
  { deadPeerMs, firstMessageMs }: Patience,
): Promise<void> {
  const link = new WebSocketLink<RunnerMessage>(socket, { peer: "the host", deadPeerMs });
  const idle = setTimeout(() => void link.dispose(1008, "no execute in time"), firstMessageMs);
  const off = link.onMessage(() => {
    clearTimeout(idle);
    off();
  });
  await runner.serve(toRunnerTransport(link));
  clearTimeout(idle);
  await link.dispose();
}

/** To a runner, a connection that failed is a connection that is gone. */
function toRunnerTransport(link: WebSocketLink<RunnerMessage>): RunnerTransport {
  return {
    send: (message) => link.send(message),
    onMessage: link.onMessage,
    onCongestion: link.onCongestion,
    onClose: (handler) => {
      const off = [link.onClose(handler), link.onError(() => handler())];
      return () => {
        for (const each of off) each();
      };
    },
  };
}
