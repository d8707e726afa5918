// technique: Markdown fences are stripped before the text is read
// attempts: to hide code from the reader between fences
// allowed: contained, runtime_error
// doors: execute

```js
"contained"
```
}); globalThis.escaped = 1; (async () => {
