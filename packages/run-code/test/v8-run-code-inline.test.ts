// Verifies v8.suite.
import { withExpendableProcess } from "./v8-native.js";
import { runCodeContract } from "./v8-subjects.js";

withExpendableProcess(import.meta.url, () => runCodeContract("inline"));
