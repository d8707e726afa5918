import type { Engine, RealmEvents } from "@execbox/protocol";

/** An engine whose every program calls tools 0 to 2, standing still, and returns what it heard. */
export function puppetEngine(): Engine {
  return {
    name: "puppet",
    runsOnCaller: true,
    openRealm: ({ namespaces }, events) => {
      const heard: string[] = [];
      const count = namespaces[0]?.tools.length ?? 0;
      return {
        run: () => {
          for (let tool = 0; tool < count; tool++) {
            const answer = hear(events, tool);
            if (answer === "stopped") {
              events.end({ kind: "interrupted" });
              return;
            }
            heard.push(answer);
          }
        },
        runModule: () => {},
        resolve: (_call, text) => {
          heard.push(`resolved ${text}`);
          events.end({ kind: "value", text: JSON.stringify(heard) });
        },
        reject: () => {},
        dispose: () => {},
      };
    },
  };
}

function hear(events: RealmEvents, tool: number): string {
  const answer = events.callNow(tool + 1, tool, { text: "[]" });
  switch (answer.kind) {
    case "value":
      return `value ${answer.value?.text}`;
    case "failure":
      return `failure ${answer.code} ${answer.message}`;
    default:
      return answer.kind;
  }
}
