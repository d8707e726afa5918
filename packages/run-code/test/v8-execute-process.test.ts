// Verifies v8.suite.
import { withNative } from "./v8-native.js";
import { runExecuteContract } from "./v8-subjects.js";

withNative(() => runExecuteContract("process"));
