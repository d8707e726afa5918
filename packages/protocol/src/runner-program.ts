import { loadTypeEraser, readSnippet } from "@execbox/source";
import type { Realm, ThrownReport } from "./engine.js";
import type { ExecuteMessage, WireError } from "./messages.js";

/** Guest text that is ready to run, whichever way it runs. */
export interface RunnerProgram {
  readonly kind: "script" | "module";
  start(realm: Realm): void;
  /** What is known of where a thrown error stands, in terms of the author's text. */
  locate(thrown: ThrownReport): Partial<WireError>;
}

/** Plain JavaScript is prepared at once; only TypeScript has to wait for its eraser. */
export function prepareScript({
  code,
  language,
}: ExecuteMessage): RunnerProgram | Promise<RunnerProgram> {
  const reading = readSnippet(code, language);
  if (!reading.needsEraser) return toScript(reading.prepare());
  return loadTypeEraser().then((eraser) => toScript(reading.prepare(eraser)));
}

function toScript(program: ReturnType<ReturnType<typeof readSnippet>["prepare"]>): RunnerProgram {
  return {
    kind: "script",
    start: (realm) => realm.run(program.code),
    locate: ({ frames }) => {
      const [frame] = frames ?? [];
      return (frame && program.positionOf(frame.line, frame.column)) ?? {};
    },
  };
}
