// technique: import attributes in a static import
// attempts: to load a file as JSON
// allowed: link_error
// doors: runCode

import data from "./package.json" with { type: "json" };
export default "escaped: " + Object.keys(data);
