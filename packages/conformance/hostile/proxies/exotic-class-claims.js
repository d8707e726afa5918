// technique: Symbol.toStringTag and prototypes that claim another class
// attempts: to have an object taken for a Date, Map, Promise, Error or buffer it is not
// allowed: contained, serialization_error, runtime_error
// doors: both

async () => {
  const claims = ["Date", "Map", "Set", "Promise", "Error", "ArrayBuffer", "RegExp", "Uint8Array", "BigInt", "String"];
  for (const claim of claims) {
    const liar = { [Symbol.toStringTag]: claim };
    const heir = Object.create(globalThis[claim].prototype);
    for (const value of [liar, heir]) {
      console.log(value);
      try { await tools.echo({ value }); } catch {}
      try { structuredClone(value); } catch {}
    }
  }
  return "contained";
}
