// technique: a function that calls itself
// attempts: to overflow the engine's stack
// allowed: contained, runtime_error
// doors: both

async () => { const dive = () => dive() + 1; try { dive(); } catch (error) { return error instanceof Error ? "contained" : "escaped: " + typeof error; } return "escaped: it returned"; }
