// technique: U+2028 and U+2029 end a line in source, not in strings
// attempts: to end a comment early and run what follows it
// allowed: contained
// doors: both

async () => {
  let answer = "contained";
  const text = "a b c";
  // comment  if (text.length !== 5) answer = "escaped: lines are counted otherwise";
  return answer;
}
