import { ruling, section } from "./section.js";

/** What attackers try; one row for each family of the hostile corpus, and for what else attacks. */
const corpus = section("issue/hostile", {
  "hostile.constructors": ruling("No chain of constructors or prototypes makes code from text."),
  "hostile.errors": ruling("No hook, stack or description of an error shows or runs anything."),
  "hostile.thenables": ruling("No thenable, species or await hands a guest the runtime's own."),
  "hostile.proxies": ruling("Proxies and getters at the border change nothing but their value."),
  "hostile.patched": ruling("Builtins patched before or during a call change no call."),
  "hostile.forged": ruling("No data, log line or error passes for a frame or a verdict."),
  "hostile.modules": ruling("No import, export or attribute loads what the host did not give."),
  "hostile.wrapper": ruling("No source text leaves what it is wrapped in."),
  "hostile.unicode": ruling("No text is cut, changed or read as another."),
  "hostile.cpu": ruling("No code, job or builtin outlives its time."),
  "hostile.memory": ruling("No value of any kind holds more than the limit."),
  "hostile.floods": ruling("No flood of lines, calls, reports or rejections reaches the host."),
  "hostile.recursion": ruling("No depth of calls, values or source ends a runner."),
  "hostile.settlement": ruling("Nothing happens for a run after its verdict, or in the next."),
});

const fuzzing = section("issue/hostile-fuzz", {
  "fuzz.host": ruling("No sequence of frames makes a host throw, hang, grow or lose a verdict."),
  "fuzz.runner": ruling("No sequence of frames makes a runner throw, hang or grow."),
  "fuzz.values": ruling("Values arrive as structuredClone copies them; garbage is refused."),
  "fuzz.programs": ruling("A program without tools does what it does in plain Node."),
  "fuzz.modules": ruling("A module graph does what it does in plain Node."),
  "fuzz.types": ruling("Types generated from any schema compile."),
  "fuzz.test262": ruling("The guest runtime breaks no language semantics but the listed."),
});

const endurance = section("issue/hostile-soak", {
  "soak.one-verdict": ruling("Under faults, every run has exactly one verdict."),
  "soak.flat": ruling("Memory is flat after warm-up, and descriptors do not grow."),
});

const proof = section("issue/hostile-proof", {
  "hostile.can-fail": ruling("With a defence switched off, its family of the corpus fails."),
});

/** Behaviour under attack. */
export const hostile = [corpus, proof, fuzzing, endurance] as const;
