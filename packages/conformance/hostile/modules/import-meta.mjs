// technique: import.meta is made by the loader (URL, resolve, main, dirname)
// attempts: to learn where the host is, or to get a loader function
// allowed: contained
// doors: runCode

const keys = Reflect.ownKeys(import.meta).map(String);
const dangerous = keys.filter((key) => ["resolve", "dirname", "main", "env", "require", "filename"].includes(key) && typeof import.meta[key] === "function");
const paths = keys.filter((key) => /^(file:|\/)/.test(String(import.meta[key])));
export default dangerous.length + paths.length === 0 ? "contained" : "escaped: " + [...dangerous, ...paths];
