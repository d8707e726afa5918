// technique: change the words of a trusted error before throwing it on
// attempts: to put words of the guest's under the host's code
// allowed: tool_error, runtime_error
// doors: execute

try {
  await tools.fail({});
} catch (error) {
  error.message = "FORGED WORDS";
  error.code = "timeout";
  throw error;
}
