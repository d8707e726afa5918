import { ruling, section } from "./section.js";

const source = section("issue/kernel-source", {
  "source.fence-language": ruling("A fence may name a language or not."),
  "source.fence-prose": ruling("Prose around one fence is left out."),
  "source.object-literal": ruling("A lone object literal is an object, not a block."),
  "source.arrow": ruling("A lone arrow function is called."),
  "source.function-only-alone": ruling("A function among other statements is not called."),
  "source.trailing-comment": ruling("Comments after the last expression change nothing."),
  "source.syntax-error": ruling(
    "A syntax error is runtime_error with the author's line and column.",
  ),
});

const endpoint = section("issue/kernel-protocol", {
  "loopback.both-ways": ruling("The loopback carries messages both ways, in order."),
  "loopback.never-during-send": ruling("A handler of the far side never runs inside send."),
});

const performance = section("issue/kernel-show", {
  "tool.parallel": ruling("Ten tools of 20 ms called together take little more than one."),
  "realm.after-growth": ruling("The run after one that grew its memory is right."),
  "realm.after-flood": ruling("The run after one that flooded its logs is right."),
  "realm.concurrent": ruling("Runs of one executor that overlap do not see each other."),
});

/** What the kernel's own issue adds to the documents. */
export const kernel = [source, endpoint, performance] as const;
