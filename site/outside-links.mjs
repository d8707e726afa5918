// Pages link to files of the repository that are not pages: sources, other READMEs. On the site
// these become plain text with the path, for the site is not the repository.
const PAGE = /^(?:https?:|mailto:|#)|^[^:]*\.md(?:#.*)?$|^\/|\.svg$/;

/** Teaches a markdown-it instance that links out of docs/ lead nowhere on the site. */
export function outsideLinks(md) {
  md.core.ruler.push("outside-links", (state) => {
    for (const { children } of state.tokens) {
      for (const token of children ?? []) {
        const href = token.type === "link_open" ? token.attrGet("href") : null;
        if (href === null || (PAGE.test(href) && !leavesDocs(href, state.env))) continue;
        close(children, token);
        token.tag = "span";
        token.attrs = [["title", href.replace(/^(?:\.\.\/)+/, "")]];
      }
    }
  });
}

/** How many folders deep a page is decides how many steps up still end in docs/. */
function leavesDocs(href, env) {
  const depth = (env.relativePath ?? "").split("/").length - 1;
  const up = /^(?:\.\.\/)*/.exec(href)[0].length / 3;
  return !/^https?:/.test(href) && up > depth;
}

function close(children, open) {
  let depth = 0;
  for (const token of children.slice(children.indexOf(open))) {
    if (token.type === "link_open") depth++;
    if (token.type === "link_close" && --depth === 0) {
      token.tag = "span";
      return;
    }
  }
}
