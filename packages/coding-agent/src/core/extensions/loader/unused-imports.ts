/**
 * Removes names from `import { … }` that the rest of the file does not use, as TypeScript does. Such a name may be a type, which the other
 * file does not export as a value, and Node would refuse to link it. In doubt a name counts as used.
 */
export function dropUnusedImports(code: string): string {
  const found = importsOf(code);
  if (found.length === 0) return code;
  const used = usedText(found.reduce((text, { start, end }) => blankRange(text, start, end), code));
  return found.reduceRight((text, { start, end, names }) => {
    const statement = text.slice(start, end).replace(`{${names}}`, () => `{${usedNames(names, used)}}`);
    return `${text.slice(0, start)}${dropEmpty(statement)}${text.slice(end)}`;
  }, code);
}

interface Import {
  readonly start: number;
  readonly end: number;
  /** The text between the braces. */
  readonly names: string;
}

const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//y;
const IMPORT = /import\s*(?:[\w$]+\s*,\s*)?\{(?<names>[^}]*)\}\s*from\s*(?:"[^"\n]+"|'[^'\n]+')[ \t]*;?/y;
const LINE = /[^\n`]*(?:\n|$)/y;
const SPACE = /\s+/y;

/** Returns the imports before the first template literal; inside one, text may look like an import. */
function importsOf(code: string): Import[] {
  const imports: Import[] = [];
  let at = 0;
  while (at < code.length) {
    const statement = matchAt(IMPORT, code, at);
    if (statement) imports.push({ start: at, end: at + statement[0].length, names: statement.groups?.names ?? "" });
    const part = statement ?? matchAt(SPACE, code, at) ?? matchAt(COMMENT, code, at) ?? matchAt(LINE, code, at);
    if (!part) break;
    at += part[0].length;
  }
  return imports;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Returns the code without comments on their own lines and without simple quoted strings. */
function usedText(code: string): string {
  return code
    .replace(/^[ \t]*\/\*(?:(?!\*\/|\$\{)[\s\S])*\*\//gm, "")
    .replace(/^[ \t]*\/\/(?:(?!\$\{).)*$/gm, "")
    .replace(/(["'])[\w \-./@:]*\1/g, "$1$1");
}

const NAME = /^\s*(?:[\w$]+\s+as\s+)?(?<local>[\w$]+)\s*$/;

/** Returns the names that are kept, each at its position. */
function usedNames(names: string, used: string): string {
  const parts = names.split(",").map((part) => {
    const local = NAME.exec(part)?.groups?.local;
    if (local !== undefined && !isUsed(local, used)) return `${blank(part)} `;
    return part.trim() === "" ? part : `${part},`;
  });
  return parts.join("");
}

/** Whether the code uses the name. `x.Name` is a property and does not count; `...Name` does. */
function isUsed(name: string, code: string): boolean {
  const escaped = name.replace(/[$]/g, "\\$&");
  return new RegExp(`(?<![\\w$]|(?<!\\.\\.)\\.)${escaped}(?![\\w$])`).test(code);
}

/** Removes `import { } from "x"`, which would load the module for nothing. `import a, { } from "x"` is valid and stays. */
function dropEmpty(statement: string): string {
  return /^import\s*\{\s*\}/.test(statement) ? `;${blank(statement.slice(1))}` : statement;
}

function blankRange(text: string, start: number, end: number): string {
  return text.slice(0, start) + blank(text.slice(start, end)) + text.slice(end);
}

/** Replaces everything except line breaks with spaces, so that errors name the right lines. */
function blank(text: string): string {
  return text.replace(/[^\n]/g, " ");
}
