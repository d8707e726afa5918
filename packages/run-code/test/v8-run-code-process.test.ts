// Verifies v8.suite.
import { withNative } from "./v8-native.js";
import { runCodeContract } from "./v8-subjects.js";

withNative(() => runCodeContract("process"));
