import { formatDuration } from "../cli/quantities.js";
import type { Terminal } from "../cli/terminal.js";
import { clip } from "../cli/text.js";
import type { CallRecorder } from "./calls.js";

const EVERY_MS = 100;
/** Most runs are over before anybody could read a line about them. */
const PATIENCE_MS = 150;

/** Shows the tool calls in flight on the terminal's live line; returns what takes it away. */
export function showLiveCalls(recorder: CallRecorder, terminal: Terminal): () => void {
  if (!terminal.interactive) return () => {};
  const timer = setInterval(() => {
    if (recorder.now < PATIENCE_MS) return;
    terminal.live(terminal.style.faint(clip(liveText(recorder), terminal.columns - 1)));
  }, EVERY_MS);
  return () => {
    clearInterval(timer);
    terminal.live(undefined);
  };
}

function liveText({ now, calls, open }: CallRecorder): string {
  const flying = open.map(({ tool, startMs }) => `${tool} ${formatDuration(now - startMs)}`);
  const done = calls.length - open.length;
  const parts = [
    `running ${formatDuration(now)}`,
    ...(done > 0 ? [`${done} ${done === 1 ? "call" : "calls"} done`] : []),
    ...flying,
  ];
  return parts.join(" · ");
}
