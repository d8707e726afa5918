/** Runners whose guests find something else than they should. */
import vm from "node:vm";
import type { Defect } from "./defect.js";
import { type GuestFunction, right } from "./tiny-runner.js";

/** Defects of what a guest sees, by name. */
export const guestDefects: Readonly<Record<string, Defect>> = {
  "lines-joined": {
    breaks: ["input.whole-program"],
    parts: () => ({
      hear(message, session) {
        const { code } = message;
        const joined = typeof code === "string" ? { code: code.replaceAll("\n", " ") } : {};
        right.hear({ ...message, ...joined }, session);
      },
    }),
  },
  "needs-types": {
    breaks: ["input.metadata-only"],
    parts: () => ({
      hear(message, session) {
        const { providers } = message;
        const typed = Array.isArray(providers) ? providers.filter(({ types }) => types !== "") : [];
        right.hear({ ...message, providers: typed }, session);
      },
    }),
  },
  "first-provider-only": {
    breaks: ["call.names", "namespace.per-provider"],
    parts: () => ({
      hear(message, session) {
        const { providers } = message;
        const first = Array.isArray(providers) ? { providers: providers.slice(0, 1) } : {};
        right.hear({ ...message, ...first }, session);
      },
    }),
  },
  "original-names-too": {
    breaks: ["namespace.safe-names"],
    parts: () => ({
      globals({ tools }) {
        if (tools?.["b2"] !== undefined) tools["b-2"] = tools["b2"];
      },
    }),
  },
  "refused-inputs-throw": {
    breaks: ["tool.returns-promise"],
    parts: () => ({
      refuseInput() {
        throw new TypeError("the input of a tool must be JSON");
      },
    }),
  },
  "calls-without-input-dropped": {
    breaks: ["tool.omitted-input"],
    parts: () => ({
      globals({ tools }) {
        const echo = tools?.["echo"];
        if (tools === undefined || echo === undefined) return;
        tools["echo"] = (...args) => (args.length === 0 ? Promise.resolve() : echo(...args));
      },
    }),
  },
  "equal-calls-once": {
    breaks: ["tool.emits-call"],
    parts() {
      const made = new Map<string, unknown>();
      return {
        globals({ tools }) {
          const echo = tools?.["echo"];
          if (tools === undefined || echo === undefined) return;
          tools["echo"] = (...args) => {
            if (typeof args[0] !== "string") return echo(...args);
            const promise = made.get(args[0]) ?? echo(...args);
            made.set(args[0], promise);
            return promise;
          };
        },
      };
    },
  },
  "calls-do-not-wait": {
    breaks: [
      "cancel.other-id",
      "correlate.call-id",
      "correlate.settled",
      "done.duration",
      "json.missing-tool-result",
      "result.correlates",
      "result.resolves",
      "session.first-survives-second",
      "session.same-channel",
      "session.second-execute",
      "tool.suspends",
      "value.bad-tool-result",
    ],
    parts: () => ({
      globals({ tools }) {
        const echo = tools?.["echo"];
        if (tools === undefined || echo === undefined) return;
        tools["echo"] = (input) => {
          const answer = echo(input);
          return right.crossInput([input]).ok ? Promise.resolve(input) : answer;
        };
      },
    }),
  },
  "globals-lost-at-calls": {
    breaks: ["tool.resumes-same-run"],
    parts: () => ({
      globals(globals, session) {
        const given = new Set(Object.keys(globals));
        session.onContext = (context) => {
          session.beforeResult = () => {
            const lost = Object.keys(context).filter((name) => !given.has(name));
            for (const name of lost) vm.runInContext(`delete globalThis.${name}`, context);
          };
        };
      },
      hear(message, session) {
        if (message.type === "tool_result") session.beforeResult();
        right.hear(message, session);
      },
    }),
  },
  "calls-rewritten-in-source": {
    breaks: ["namespace.safe-names", "tool.no-rewrite"],
    parts: () => ({
      hear(message, session) {
        const { code } = message;
        const text =
          typeof code === "string" ? { code: code.replace(/\btools\.(\w+)\(/g, "call_$1(") } : {};
        right.hear({ ...message, ...text }, session);
      },
      globals(globals) {
        const functions = Object.entries(globals["tools"] ?? {});
        for (const [name, call] of functions) Reflect.set(globals, `call_${name}`, call);
        globals["tools"] = {};
      },
    }),
  },
  "a-hundred-calls-at-most": {
    breaks: ["session.many-calls"],
    parts() {
      let calls = 0;
      return {
        say(message, send) {
          if (message.type !== "tool_call" || ++calls <= 100) send(message);
        },
      };
    },
  },
  "failures-without-class": {
    breaks: ["result.error-like"],
    parts: () => ({ toError: ({ code, message }) => ({ code, message }) }),
  },
  "no-console-info": {
    breaks: ["log.four-methods", "runner.owns-console"],
    parts: () => ({
      globals(globals) {
        const { info, ...rest } = globals["console"] ?? {};
        globals["console"] = rest;
      },
    }),
  },
  "empty-words-lost": {
    breaks: ["log.space-joined"],
    parts: () => ({ join: (words) => words.filter((word) => word !== "").join(" ") }),
  },
  "only-json-is-logged": {
    breaks: ["log.fallback"],
    parts: () => ({
      format(value) {
        if (value === undefined) return "undefined";
        try {
          return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
        } catch {
          return "";
        }
      },
    }),
  },
  "console-made-of-guest-builtins": {
    breaks: ["guest.cannot-break-runner"],
    parts: () => ({
      globals(globals, session) {
        const { log = () => {} } = globals["console"] ?? {};
        // Guest code, with the builtins that the guest has by then.
        const text = "(log) => function (...words) { return log(...words.map((word) => word)) }";
        session.onContext = (context) => {
          const own: GuestFunction = vm.runInContext(text, context)(log);
          globals["console"] = { log: own, info: own, warn: own, error: own };
        };
      },
    }),
  },
  "thrown-nothing-is-validation": {
    breaks: ["verdict.unexpected"],
    parts: () => ({
      judge: (error, trusted) =>
        error === undefined || error === null
          ? { code: "validation_error", message: "nothing was thrown" }
          : right.judge(error, trusted),
    }),
  },
};
