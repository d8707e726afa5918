// technique: an export name that is not well-formed Unicode is an error of the language
// attempts: to get a name past the checks that no table can hold
// allowed: link_error
// doors: runCode

const value = 1;
export { value as "\uD800" };
export default value;
