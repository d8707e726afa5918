// technique: replace Promise.prototype.then before the runtime needs it
// attempts: to be handed the runtime's continuations and to answer for it
// allowed: contained
// doors: execute

const then = Promise.prototype.then;
const taken = [];
Promise.prototype.then = function (onFulfilled, onRejected) {
  taken.push(onFulfilled);
  return then.call(this, () => onFulfilled("escaped: answered for the runtime"), onRejected);
};
tools.slow({ ms: 1 });
await tools.echo({});
// What follows is the guest's own promise; a guest may fool itself.
Promise.prototype.then = then;
taken.length === 0 ? "contained" : "escaped: was handed a continuation"
