// technique: a result nested just past the limit
// attempts: to overflow whoever decodes it
// allowed: serialization_error
// doors: both

async () => { let deep = []; for (let n = 0; n < 2000; n++) deep = { n: deep }; return deep; }
