import { attackExpendable } from "./corpus.js";

attackExpendable("inline", import.meta.url);
