import type { Cell, Language } from "./parse-cells.ts";

export interface Backends {
  readonly py: boolean;
  readonly js: boolean;
  /** Why a backend is not available. */
  readonly reasons: Readonly<Partial<Record<Language, string>>>;
}

export interface ChosenLanguage {
  readonly language: Language;
  /** What the model should know about the choice. */
  readonly notice?: string;
}

export const NAMES: Readonly<Record<Language, string>> = { py: "Python", js: "JavaScript" };

const JS_SIGNS =
  /^\s*(?:(?:const|let|var)\s+[\w${[]|import\s+[\w${*][^\n]*\bfrom\s*["']|import\s*["'(]|(?:async\s+)?function\b|export\s|class\s+\w+\s*(?:extends\s+[\w.]+\s*)?\{)|=>|\bconsole\.log\(|\brequire\(|===|\bawait\s+(?:tool|import)\b|;\s*$/m;
const PY_SIGNS =
  /^\s*(?:def\s+\w+\s*\(|import\s+[\w.]+(?:\s+as\s+\w+)?\s*$|from\s+[\w.]+\s+import\b|class\s+\w+.*:\s*$|(?:if|for|while|with|try|elif|else)\b[^{]*:\s*$|[%!]\w|print\(|async\s+def\b)/m;

/** Chooses the language of a cell: the named one, that of the cell before, a guess, Python, JavaScript. */
export function chooseLanguage(cell: Cell, before: Language | undefined, backends: Backends): ChosenLanguage {
  const { language } = cell;
  if (!backends.py && !backends.js) throw new Error(nothingUsable(backends));
  if (language) {
    if (backends[language]) return { language };
    throw new Error(`${NAMES[language]} cells cannot run: ${backends.reasons[language] ?? "the backend is off"}`);
  }
  const wanted = before ?? sniff(cell.code) ?? "py";
  if (backends[wanted]) return { language: wanted };
  const other = wanted === "py" ? "js" : "py";
  const why = backends.reasons[wanted] ?? "the backend is off.";
  return { language: other, notice: `The cell ran as ${NAMES[other]}: ${why}` };
}

function nothingUsable({ reasons }: Backends): string {
  return `No kernel can run. ${[reasons.py, reasons.js].filter((reason) => reason !== undefined).join(" ")}`;
}

/** Guesses the language by a shebang or by what only one language has. */
export function sniff(code: string): Language | undefined {
  const [, program = ""] = /^#!.*?(python|node|deno|bun)/.exec(code) ?? [];
  if (program !== "") return program === "python" ? "py" : "js";
  const [isPy, isJs] = [PY_SIGNS.test(code), JS_SIGNS.test(code)];
  return isPy === isJs ? undefined : isPy ? "py" : "js";
}
