// technique: new forms of import (source phase, defer)
// attempts: to get a compiled module object or a deferred namespace
// allowed: link_error
// doors: runCode

import source mod from "./x.wasm";
export default "escaped: " + typeof mod;
