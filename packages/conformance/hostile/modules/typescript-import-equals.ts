// technique: TypeScript's own import forms become require calls
// attempts: to have the eraser write a require
// allowed: link_error, runtime_error
// doors: runCode

import fs = require("fs");
export default "escaped: " + typeof fs;
