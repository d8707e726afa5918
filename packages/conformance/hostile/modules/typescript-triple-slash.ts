// technique: directives that compilers read from comments
// attempts: to have the eraser load files or change JSX and helper imports
// allowed: contained
// doors: runCode

/// <reference path="/etc/passwd" />
/** @jsxImportSource evil */
// @ts-nocheck
const answer: string = "contained";
export default answer;
