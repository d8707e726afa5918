// technique: QuickJS throws null when it is too far out of memory to make an error
// attempts: to have a thrown null read as out of memory
// allowed: runtime_error
// doors: both

async () => {
  throw null;
}
