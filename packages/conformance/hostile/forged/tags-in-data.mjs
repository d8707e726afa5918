// technique: data that looks like the codec's own tags
// attempts: to have data decoded as a Map, an Error, a blob or a reference
// allowed: contained
// doors: runCode

const tags = ["map", "set", "date", "error", "ref", "bigint", "buffer", "view", "regexp", "undefined", "array", "object", "number"];
const data = tags.flatMap((tag) => [{ $: tag, v: [] }, { $: tag, v: 0 }, { $: tag, n: 4294967295, v: {} }]);
const back = tools.echo(data);
export default JSON.stringify(back) === JSON.stringify(data) ? "contained" : "escaped: data was read as a tag";
