import { attackExpendable } from "./corpus.js";

attackExpendable("worker", import.meta.url);
