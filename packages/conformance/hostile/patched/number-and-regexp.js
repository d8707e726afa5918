// technique: replace number formatting and checking
// attempts: to let what is not JSON pass for JSON
// allowed: serialization_error
// doors: both

async () => {
  Number.isFinite = Number.isInteger = globalThis.isFinite = () => true;
  Number.prototype.toString = () => "1";
  BigInt.prototype.toJSON = () => "1";
  return { a: [() => 1] };
}
