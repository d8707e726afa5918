// Verifies v8.contract.
import { withNative } from "./native.js";
import { runContract } from "./subjects.js";

withNative(() => runContract("process"));
