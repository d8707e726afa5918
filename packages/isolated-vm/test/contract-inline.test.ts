import { withExpendableProcess } from "./native.js";
import { runContract } from "./subjects.js";

withExpendableProcess(import.meta.url, () => runContract("inline"));
