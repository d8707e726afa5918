// technique: directives at the start change how the rest is read
// attempts: to switch strict mode off, or to end the prologue inside the wrapper
// allowed: contained
// doors: execute

"use strict"; "use asm"; "no use strict";
(function () { return this === undefined; })() ? "contained" : "escaped: sloppy code"
