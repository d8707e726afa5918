import { after } from "node:test";
import { connectLoopback } from "../src/index.js";
import { runContract } from "./contract-suites.js";
import { openRunner } from "./support.js";

const runner = openRunner();
after(() => runner.dispose());

runContract("loopback", () => connectLoopback(runner));
