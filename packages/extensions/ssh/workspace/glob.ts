/** Compiles a pattern of `.gitignore` for paths relative to a folder. A pattern without a slash matches names at any depth. */
export function compileGlob(pattern: string): (path: string) => boolean {
  const anchored = pattern.replace(/^\//, "");
  const source = translate(anchored);
  const isName = !pattern.includes("/");
  const expression = new RegExp(`^${isName ? "(?:.*/)?" : ""}${source}(?:/.*)?$`, "s");
  return (path) => expression.test(path);
}

const TOKEN = /\*\*\/|\*\*|\[[!^]?\]?[^\]]*\]|./gs;

/** What the signs of a pattern mean as parts of a regular expression. Signs of a choice count within braces alone. */
const MEANINGS: Readonly<Record<string, string>> = { "**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]" };
const CHOICE: Readonly<Record<string, string>> = { "{": "(?:", "}": ")", ",": "|" };

function translate(pattern: string): string {
  const hasChoice = /^[^{}]*(?:\{[^{}]*\}[^{}]*)*$/.test(pattern);
  let isInside = false;
  return (pattern.match(TOKEN) ?? [])
    .map((token) => {
      if (token === "{" || token === "}") isInside = token === "{";
      const isChoice = hasChoice && (token !== "," || isInside);
      return MEANINGS[token] ?? (isChoice ? CHOICE[token] : undefined) ?? literal(token);
    })
    .join("");
}

function literal(token: string): string {
  if (token.length > 1) return token.replace(/^\[[!^]/, "[^").replaceAll("\\", "\\\\");
  return token.replace(/[.+^$()|{}[\]\\*?]/, "\\$&");
}
