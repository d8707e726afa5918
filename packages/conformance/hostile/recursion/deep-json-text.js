// technique: JSON text nested a hundred thousand deep
// attempts: to overflow the parser
// allowed: contained, runtime_error, memory_limit
// doors: both

async () => { try { JSON.parse("[".repeat(200_000) + "]".repeat(200_000)); } catch (error) { return error instanceof Error ? "contained" : "escaped: " + typeof error; } return "contained"; }
