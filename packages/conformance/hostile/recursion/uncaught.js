// technique: the same, with nobody to catch it
// attempts: to trap the engine
// allowed: runtime_error
// doors: both

async () => { const dive = () => dive() + 1; return dive(); }
