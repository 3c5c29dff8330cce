const VALUES: Readonly<Record<string, string>> = {
  require: 'globalThis.process.getBuiltinModule("node:module").createRequire(import.meta.url)',
  __dirname: "import.meta.dirname",
  __filename: "import.meta.filename",
};

/**
 * Adds declarations of the CommonJS variables that a module uses but does not declare. They are put on the first line, so that all other
 * lines keep their numbers, and use `var`, so that a `var` of the same name in the module is not an error.
 */
export function withCommonJsWords(source: string): string {
  const missing = Object.entries(VALUES).filter(([word]) => source.includes(word) && !declares(source, word));
  if (missing.length === 0) return source;
  const declarations = missing.map(([word, value]) => `var ${word} = ${value};`).join(" ");
  const [shebang = ""] = /^#!.*\n?/.exec(source) ?? [];
  return `${shebang}${declarations} ${source.slice(shebang.length)}`;
}

/**
 * Whether the module declares the word at the top level, recognised by lines without
 * indentation. A declaration inside a function only shadows ours.
 */
function declares(source: string, word: string): boolean {
  const start = String.raw`(?:^|;[ \t]*)(?:export\s+)?`;
  const variable = String.raw`(?:const|let|var)(?:\s+${word}\b|\s*\{[^}=]*\b${word}\b[^}]*\}\s*=|\s[^\n;]*,\s*${word}\s*=[^=])`;
  const named = String.raw`(?:async\s+)?(?:function\*?|class)\s+${word}\b|import\b[^;"']*\b${word}\b`;
  return new RegExp(`${start}(?:${variable}|${named})`, "m").test(source);
}
