// technique: conversions that call each other
// attempts: to recurse inside operators
// allowed: contained, runtime_error
// doors: both

async () => { const a = { [Symbol.toPrimitive]: () => a + 1 }; try { return "escaped: " + (a + 1); } catch (error) { return error instanceof Error ? "contained" : "escaped"; } }
