// technique: a line comment without a line feed at the end of the text
// attempts: to comment out the wrapper's closing brace
// allowed: contained
// doors: execute

const answer = "contained";
answer // } ) ; evil
