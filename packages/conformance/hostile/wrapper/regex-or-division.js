// technique: a slash that one reader takes for division and another for a pattern
// attempts: to hide a closing brace inside what the scanner takes for a pattern
// allowed: contained, runtime_error
// doors: execute

let a = 4, g = 2, found = "contained";
a++ / 1; /}}})/g.test("x"); found
