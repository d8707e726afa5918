// technique: return a promise of a subclass with its own then
// attempts: to have the runtime call a `then` of the guest's choosing with its own functions
// allowed: contained
// doors: both

async () => {
  const stolen = [];
  class Mine extends Promise {
    then(onFulfilled, onRejected) { stolen.push(onFulfilled, onRejected); return super.then(onFulfilled, onRejected); }
  }
  const mine = new Mine((resolve) => resolve("contained"));
  return mine;
}
