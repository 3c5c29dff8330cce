export type Language = "py" | "js";

/** One cell as the model wrote it. */
export interface Cell {
  readonly code: string;
  /** Absent: the language of the cell before, or a guess. */
  readonly language?: Language;
  /** Types are to be removed. */
  readonly isTypeScript?: true;
  readonly title?: string;
  readonly timeoutMs?: number;
  readonly reset?: true;
}

export interface CellProgram {
  readonly cells: readonly Cell[];
  /** The program ended with `*** Abort`. */
  readonly isAborted: boolean;
}

/** A program that cannot be read. The message says what to write instead. */
export class CellSyntaxError extends Error {}

const HEADER = /^[ \t]*\*{2,}[ \t]*cell\b[ \t:]*(.*)$/i;
const END = /^[ \t]*\*{2,}[ \t]*end\b/i;
const ABORT = /^[ \t]*\*{2,}[ \t]*abort\b/i;
const FENCE = /^\s*```[ \t]*([\w+-]*)[^\n]*\n([\s\S]*?)\n?```\s*$/;

export const LANGUAGES: Readonly<Record<string, Language>> = {
  py: "py",
  python: "py",
  python3: "py",
  ipy: "py",
  ipython: "py",
  js: "js",
  javascript: "js",
  node: "js",
  ts: "js",
  typescript: "js",
};
const TYPESCRIPT = new Set(["ts", "typescript"]);
const TITLES = new Set(["id", "title", "name", "cell", "file", "label"]);
const TIMEOUTS = new Set(["t", "timeout", "duration", "time"]);
const RESETS = new Set(["rst", "reset"]);
const YES = new Set(["", "true", "1", "yes", "on"]);
const NO = new Set(["false", "0", "no", "off"]);
const DURATION = /^(\d+(?:\.\d+)?)(ms|s|m)?$/;

type Attributes = { -readonly [K in keyof Omit<Cell, "code">]: Cell[K] };

/** Reads a program of cells. Text without a header is one cell. */
export function parseCells(input: string): CellProgram {
  const text = input.replace(/\r\n/g, "\n");
  const lines = text.split("\n");
  if (!lines.some((line) => HEADER.test(line))) return { cells: bareCell(withoutEnd(lines)), isAborted: false };
  const cells: { attributes: Attributes; body: string[]; isClosed: boolean }[] = [];
  for (const line of lines) {
    const header = HEADER.exec(line)?.[1];
    if (header !== undefined) cells.push({ attributes: parseHeader(header), body: [], isClosed: false });
    else if (ABORT.test(line)) return { cells: finished(cells.filter(({ isClosed }) => isClosed)), isAborted: true };
    else if (END.test(line)) {
      const last = cells.at(-1);
      if (last) last.isClosed = true;
      // Lines between cells belong to the cell before; blank ones before the first header to none.
    } else cells.at(-1)?.body.push(line);
  }
  return { cells: finished(cells), isAborted: false };
}

function finished(cells: readonly { attributes: Attributes; body: readonly string[] }[]): Cell[] {
  return cells
    .map(({ attributes, body }) => withCode(attributes, body.join("\n")))
    .filter(({ code, reset }) => code !== "" || reset);
}

function withoutEnd(lines: readonly string[]): string {
  return lines.filter((line) => !END.test(line)).join("\n");
}

function bareCell(text: string): Cell[] {
  const cell = withCode({}, text);
  return cell.code === "" ? [] : [cell];
}

/** Removes blank lines around the code, and a Markdown fence. */
function withCode(attributes: Attributes, text: string): Cell {
  const [, tag = "", inside] = FENCE.exec(text) ?? [];
  const code = (inside ?? text).replace(/^(?:[ \t]*\n)+/, "").trimEnd();
  const named = inside === undefined ? {} : languageOf(tag.toLowerCase());
  return { ...named, ...attributes, code };
}

function languageOf(word: string): Pick<Attributes, "language" | "isTypeScript"> {
  const language = Object.hasOwn(LANGUAGES, word) ? LANGUAGES[word] : undefined;
  return language === undefined ? {} : { language, ...(TYPESCRIPT.has(word) ? { isTypeScript: true } : {}) };
}

function parseHeader(text: string): Attributes {
  const attributes: Attributes = {};
  const words: string[] = [];
  for (const [, key = "", quoted, plain = ""] of text.matchAll(
    /(?:([A-Za-z]\w*):)?(?:("[^"]*"|'[^']*')|([^\s"']+))?/g,
  )) {
    const value = quoted === undefined ? plain : quoted.slice(1, -1);
    if (key === "" && value === "") continue;
    const rest = readAttribute(attributes, key.toLowerCase(), value, quoted !== undefined);
    if (rest !== undefined) words.push(rest);
  }
  const title = [attributes.title, ...words].filter((part) => part !== undefined && part !== "").join(" ");
  return title === "" ? attributes : { ...attributes, title };
}

/** Reads one attribute. Returns a word that is none: it is a part of the title. */
function readAttribute(attributes: Attributes, key: string, value: string, isQuoted: boolean): string | undefined {
  if (key === "" && !isQuoted) return readWord(attributes, value);
  if (key === "") return value;
  if (Object.hasOwn(LANGUAGES, key)) {
    Object.assign(attributes, languageOf(key));
    return value;
  }
  if (TITLES.has(key)) return value;
  if (TIMEOUTS.has(key)) attributes.timeoutMs = parseDuration(value);
  else if (RESETS.has(key)) setReset(attributes, value);
  else return `${key}:${value}`;
  return undefined;
}

function readWord(attributes: Attributes, word: string): string | undefined {
  const lower = word.toLowerCase();
  if (Object.hasOwn(LANGUAGES, lower)) Object.assign(attributes, languageOf(lower));
  else if (RESETS.has(lower)) attributes.reset = true;
  else if (/[a-z]$/.test(lower) && DURATION.test(lower)) attributes.timeoutMs = parseDuration(lower);
  else return word;
  return undefined;
}

function setReset(attributes: Attributes, value: string): void {
  const lower = value.toLowerCase();
  if (YES.has(lower)) attributes.reset = true;
  else if (!NO.has(lower))
    throw new CellSyntaxError(`rst:${value} is neither true nor false. Write rst, or leave it out.`);
}

function parseDuration(text: string): number {
  const [, number, unit = "s"] = DURATION.exec(text.trim().toLowerCase()) ?? [];
  if (number === undefined)
    throw new CellSyntaxError(
      `t:${text} is no duration. Write seconds, or a number with ms, s or m: t:90, t:500ms, t:2m.`,
    );
  return Number(number) * { ms: 1, s: 1000, m: 60_000 }[unit as "ms" | "s" | "m"];
}
