const VALUES: Readonly<Record<string, string>> = {
  require: 'globalThis.process.getBuiltinModule("node:module").createRequire(import.meta.url)',
  __dirname: "import.meta.dirname",
  __filename: "import.meta.filename",
};

/**
 * A module with the words of CommonJS that it uses and does not declare. They are declared on its first line, so that every other line keeps
 * its number; `var`, so that a second `var` of the module is no error.
 */
export function withCommonJsWords(source: string): string {
  const missing = Object.entries(VALUES).filter(([word]) => source.includes(word) && !declares(source, word));
  if (missing.length === 0) return source;
  const declarations = missing.map(([word, value]) => `var ${word} = ${value};`).join(" ");
  const [shebang = ""] = /^#!.*\n?/.exec(source) ?? [];
  return `${shebang}${declarations} ${source.slice(shebang.length)}`;
}

/** On the top level, which is where a line starts without space: a declaration inside a function hides ours and is no conflict. */
function declares(source: string, word: string): boolean {
  const start = String.raw`(?:^|;[ \t]*)(?:export\s+)?`;
  const variable = String.raw`(?:const|let|var)(?:\s+${word}\b|\s*\{[^}=]*\b${word}\b[^}]*\}\s*=|\s[^\n;]*,\s*${word}\s*=[^=])`;
  const named = String.raw`(?:async\s+)?(?:function\*?|class)\s+${word}\b|import\b[^;"']*\b${word}\b`;
  return new RegExp(`${start}(?:${variable}|${named})`, "m").test(source);
}
