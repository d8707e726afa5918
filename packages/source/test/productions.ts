/** A piece of grammar that nests, and what becomes of it when it is repeated without end. */
export interface Production {
  readonly name: string;
  /** The text with `depth` levels. */
  text(depth: number): string;
  /** Parsers read it without nesting, so that any number of levels is fine. */
  readonly flat?: true;
}

function nested(name: string, open: string, middle: string, close = "", before = ""): Production {
  return { name, text: (depth) => before + open.repeat(depth) + middle + close.repeat(depth) };
}

function pattern(name: string, open: string, close: string, middle = "", flags = ""): Production {
  const text = (depth: number) =>
    `x=/${open.repeat(depth)}${middle}${close.repeat(depth)}/${flags}`;
  return { name, text };
}

/** Parts that must differ. Their numbers all have six digits, so that all are of one length. */
function numbered(
  name: string,
  part: (index: number) => string,
  before: string,
  after: string,
): Production {
  const text = (depth: number) =>
    before + Array.from({ length: depth }, (_, index) => part(100_000 + index)).join("") + after;
  return { name, text };
}

function flat(name: string, part: string): Production {
  return { name, text: (depth) => part.repeat(depth), flat: true };
}

/** Everything in JavaScript that a parser may recurse for. */
export const JAVASCRIPT_PRODUCTIONS: readonly Production[] = [
  nested("parentheses", "(", "1", ")"),
  nested("arrays", "[", "", "]"),
  nested("spreads", "[...", "1", "]", "x="),
  nested("objects", "{a:", "1", "}", "x="),
  nested("computed keys", "{[", "1", "]:1}", "x="),
  nested("methods", "{a(){return ", "1", "}}", "x="),
  nested("blocks", "{", "", "}"),
  nested("templates", "`${", "1", "}`"),
  nested("calls inside calls", "f(", "1", ")"),
  nested("async calls", "async(", "", ")"),
  nested("import calls", "import(", "1", ")"),
  nested("not", "!", "1"),
  nested("minus", "- ", "1"),
  nested("increments", "++", "a"),
  nested("typeof", "typeof ", "1"),
  nested("void delete", "void delete ", "a.b"),
  nested("await", "await ", "1"),
  nested("yield", "yield ", "1}", "", "function*g(){"),
  nested("new", "new ", "X"),
  nested("new with arguments", "new ", "X", "()"),
  nested("arrows", "a=>", "1"),
  nested("arrows with parentheses", "(a)=>", "1"),
  nested("async arrows", "async a=>", "1"),
  nested("arrows with bodies", "a=>{", "", "}"),
  nested("arrows on lines", "a=>\n", "1"),
  nested("arrow defaults", "(a=", "1", ")=>1", "x="),
  nested("ternaries to the right", "a?b:", "1"),
  nested("ternaries in the middle", "a?", "1", ":b"),
  nested("else if", "else if(a);", "", "", "if(a);"),
  nested("else if with blocks", "else if(a){}", "", "", "if(a){}"),
  nested("else if on lines", "\nelse if(a)\nb", "", "", "if(a)b"),
  nested("if", "if(a)", ";"),
  nested("if with commas", "if(a)b,c;else ", ";"),
  nested("for", "for(;;)", ";"),
  nested("for of", "for(x of y)", ";"),
  nested("while", "while(a)", ";"),
  nested("do", "do ", ";", "while(a)"),
  nested("labels on loops", "a:for(;;)", ";"),
  numbered("labels", (i) => `l${i}:`, "", ";"),
  nested("assignments", "a=", "1"),
  nested("compound assignments", "a+=", "1"),
  nested("powers", "a**", "1"),
  nested("sums", "a+", "1"),
  nested("sums on lines", "a\n+", "1"),
  nested("mixed precedence", "a*a+", "1"),
  nested("logic", "a||", "1"),
  nested("coalescing", "a??", "1"),
  nested("comparisons", "a<", "1"),
  nested("in", "a in ", "b"),
  nested("in on lines", "a\nin\n", "b"),
  nested("members", ".b", "", "", "a"),
  nested("call chains", "()", "", "", "a"),
  nested("indexes", "[0]", "", "", "a"),
  nested("optional chains", "?.b", "", "", "a"),
  nested("tagged templates", "``", "", "", "a"),
  nested("functions", "function f(){", "", "}"),
  nested("function expressions", "function(){return ", "1", "}", "x="),
  nested("function defaults", "function f(a=", "1", "){}"),
  nested("class fields", "class{a=", "1", "}", "x="),
  nested("class heritage", "class extends ", "A", "{}", "x="),
  nested("static blocks", "class{static{x=", "1", "}}", "x="),
  nested("computed members", "class{[", "1", "](){}}", "x="),
  nested("object patterns", "{a:", "b", "}=1", "let "),
  nested("array patterns", "[", "b", "]=1", "let "),
  nested("pattern defaults", "{a=", "1", "}={}", "let "),
  nested("switch", "switch(a){case 1:", "", "}"),
  nested("try", "try{", "", "}finally{}"),
  nested("catch", "try{}catch{", "", "}"),
  pattern("groups in a regular expression", "(", ")"),
  pattern("non-capturing groups", "(?:", ")"),
  pattern("lookaheads", "(?=", ")"),
  pattern("classes in a class", "[", "]", "a", "v"),
  pattern("named groups", "(?<a>)|", ""),
  nested("nesting behind a quote in a regular expression", "/'/.x(", "1", ")"),
  nested("nesting behind a backtick in a regular expression", "/`/.x(", "1", ")"),
  nested("nesting behind a class in a regular expression", "/[/`]/.x(", "1", ")"),
  nested("nesting behind an escaped line", "'\\\n'+(", "1", ")"),
  nested("nesting behind a division", "a/'/'/(", "1", ")"),
  nested("nesting behind a division of calls", "a.if(b)/'/'/(", "1", ")"),
  nested("nesting behind an HTML comment", "<!--`\n(", "1", ")"),
  nested("nesting between strings", "'a'+('b'+", "1", ")"),
  nested("nesting after escaped words", "\\u0061(", "1", ")"),
  nested("nesting after odd spaces", "a\u00a0(\u3000", "1", ")"),
  flat("statements", "a;"),
  flat("statements on lines", "a\n"),
  flat("calls on lines", "f(a, b)\n"),
  nested("blocks one after another", "{}\n", ""),
  flat("short ifs", "if(a)b\n;"),
  { ...numbered("declarations", (i) => `,a${i}`, "let a", ""), flat: true },
  { ...numbered("classes", (i) => `class A${i}{}`, "", ""), flat: true },
  { ...numbered("caught names", (i) => `a${i},`, "try{}catch({", "}){}"), flat: true },
  { ...numbered("variables and names", (i) => `let a${i};var b;`, "", ""), flat: true },
  { name: "elements", text: (depth) => `[${"1,".repeat(depth)}]`, flat: true },
  { name: "properties", text: (depth) => `x={${"a:[1],".repeat(depth)}}`, flat: true },
  { name: "one string", text: (depth) => `"${"(".repeat(depth)}"`, flat: true },
  { name: "one template", text: (depth) => `\`${"(".repeat(depth)}\``, flat: true },
  { name: "one comment", text: (depth) => `/*${"(".repeat(depth)}*/`, flat: true },
];

/** What TypeScript adds. */
export const TYPESCRIPT_PRODUCTIONS: readonly Production[] = [
  nested("type arguments", "A<", "B", ">", "let x:"),
  nested("second type arguments", "A<B,", "B", ">", "let x:"),
  nested("type parentheses", "(", "B", ")", "let x:"),
  nested("array types", "[]", "", "", "let x:B"),
  nested("tuples", "[", "B", "]", "let x:"),
  nested("keyof", "keyof ", "B", "", "let x:"),
  nested("keyof on lines", "keyof\n", "B", "", "let x:"),
  nested("readonly", "readonly ", "B[]", "", "let x:"),
  nested("conditional types", "A extends B?C:", "D", "", "type x="),
  nested("conditional types in the middle", "A extends B?", "D", ":C", "type x="),
  nested("unions", "A|", "B", "", "type x="),
  nested("function types", "()=>", "B", "", "type x="),
  nested("constructor types", "new()=>", "B", "", "type x="),
  nested("object types", "{a:", "B", "}", "type x="),
  nested("mapped types", "{[k in A]:", "B", "}", "type x="),
  nested("template types", "`${", "B", "}`", "type x="),
  nested("indexed types", "A[", "B", "]", "type x="),
  nested("qualified names", ".b", "", "", "type x=A"),
  nested("imported types", "import('a').B<", "C", ">", "type x="),
  nested("infer", "infer U extends ", "B?C:D", "", "type x=A extends "),
  nested("as", " as B", "", "", "x=a"),
  nested("non-null", "!", "", "", "a"),
  nested("casts", "<A>", "b", "", "x="),
  nested("generic calls", "f<", "A", ">()"),
  nested("generic arrows", "<T>(a:T)=>", "1", "", "x="),
  nested("namespaces", "namespace A{", "", "}"),
  nested("dotted namespaces", ".B", "{}", "", "namespace A"),
  nested("modifiers", "declare ", "let x"),
  nested("class modifiers", "public ", "x}", "", "class A{"),
  nested("exports", "export ", "1"),
  nested("tried type arguments", "a<", "b", "", "x="),
  nested("tried type arguments with defaults", "a<({a=", "b", "}={})>(c)", "x="),
  nested("tried type arguments of classes", "class extends a<({a=", "b", "}={})>{}", "x="),
  nested("tried type arguments of methods", "new a<{a(b=", "z", "){}}>()", "x="),
  nested("tried parameters", "(a=", "b", ")", "x="),
  nested("tried function types", "({a=(a:", "b", ")=>1}={})=>1", "x as "),
  nested("decorated classes", "@a()\nclass extends ", "A", "{}", "x="),
  nested("classes behind interfaces", "class extends ", "A implements B,C", "{}", "x="),
  nested("escaped keywords", "\\u0069f(a)", "b"),
  nested("keywords behind odd spaces", "if\u0085(a)", "b"),
  nested("nesting behind a type's question mark", "x as B? /'/((", "1", "))"),
  nested("nesting behind a type's exclamation mark", "x as B! /'/((", "1", "))"),
  nested("nesting behind type arguments", "x as B<C> /'/((", "1", "))"),
  nested("nesting behind flags", "/a/if(b)/'/((", "1", "))"),
  nested("mistakes", "let a,a,a,a;\n", ""),
  nested("mistakes on one line", "return;", "let x: A"),
];
