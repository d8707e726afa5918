import { subjects } from "../src/subjects.js";
import { attackRunCode, corpus } from "./corpus.js";

for (const subject of subjects) attackRunCode(subject, corpus);
