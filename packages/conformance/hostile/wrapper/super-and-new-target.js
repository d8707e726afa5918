// technique: super and new.target where only the wrapper could allow them
// attempts: to reach the wrapper's home object
// allowed: runtime_error
// doors: execute

super.constructor("return 1"); "escaped"
