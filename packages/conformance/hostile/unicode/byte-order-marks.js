// technique: byte order marks in odd places are white space
// attempts: to break tokens that readers treat differently
// allowed: contained
// doors: both

async () => {
  const﻿answer﻿=﻿"contained";
  return﻿answer;
}
