/** A source text without the insides of its function bodies, which takes a fraction of the time to parse. */
export interface Skeleton {
  readonly text: string;
  /** For each line of `text`, the line of the source that it is, counted from 1. */
  readonly lines: readonly number[];
  /** The bodies that were left out. */
  readonly bodies: readonly LineRange[];
}

/** Lines of a source, counted from 1, the last one included. */
export interface LineRange {
  readonly first: number;
  readonly last: number;
}

/** How a language marks the body of a function. */
export type BodyStyle = "braces" | "end" | "indent";

/** Whatever has members that an outline shows. Words that are found by chance only keep more of the text. */
const CONTAINER =
  /\b(?:class|interface|namespace|module|global|struct|union|enum|record|trait|impl|mod|extern)\b|^\s*@|^\W*$/;
/** A block whose definitions count as those around it. */
const TRANSPARENT = /\b(?:global|extern)\b|^\W*$/;
/** An import, or an export of what another file defines, on one line. */
const IMPORT = /^(?:(?:import|using|use)\b|export(?:\s+type)?\s*(?:\*|\{[^}]*\}).*\sfrom\s).*;\s*$/;
/** A statement that begins further up than this is left as it is. */
const MOST_HEAD_LINES = 30;
/** A text whose indentation says so little about its structure is parsed as it is. */
const MOST_REFUSED = 200;

export interface SkeletonOptions {
  /** Bodies that touch these lines stay. */
  readonly whole?: readonly LineRange[];
  /** Whether the members of classes and the like stay; by default they do. Only braces tell where members end. */
  readonly members?: boolean;
  /** How many characters are enough: the rest of the text is left out after the next line that ends a definition at the top. */
  readonly enough?: number;
}

/**
 * Returns the text without comments, imports and the lines between the first and the last line of each body, as far as indentation tells
 * where these are: a body begins after a line such as `function f() {` and ends before the next line that is indented as little, which must
 * be a `}`. A body that seems to begin or end within a string or a comment stays. Where the skeleton has syntax errors, a body may have been
 * cut in the wrong place. Returns `undefined` if nothing can be left out.
 */
export function skeletonOf(
  text: string,
  style: BodyStyle,
  { whole = [], members = true, enough = Number.POSITIVE_INFINITY }: SkeletonOptions = {},
): Skeleton | undefined {
  const containers = members ? CONTAINER : TRANSPARENT;
  const source = new IndentedLines(text);
  const kept = new KeptLines(source);
  let refused = 0;
  for (let line = 0; line < source.count && refused < MOST_REFUSED; line++) {
    if (kept.length > enough && source.endsDefinition(line)) {
      kept.leaveOut(line + 1, source.count);
      break;
    }
    const end = withoutMeaning(source, line, style);
    if (end > line) {
      kept.leaveOut(line, end);
      line = end - 1;
      continue;
    }
    const close = bodyEnd(source, line, style, containers);
    if (close <= line + 1 || whole.some(({ first, last }) => first <= close && last > line + 1)) continue;
    if (isBalanced(source.slice(line + 1, close), style)) {
      kept.leaveOutBody(line + 1, close);
      line = close - 1;
    } else refused++;
  }
  return kept.skeleton();
}

/** Returns the line after a comment or an import that begins with this line and ends with a line, or the same line if there is none. */
function withoutMeaning(source: IndentedLines, line: number, style: BodyStyle): number {
  const end = style === "braces" ? commentOrImportEnd(source, line) : line;
  // A line of a multi-line string can look like a comment and end the string.
  return end > line && countOf(source.slice(line, end), "`") % 2 === 0 ? end : line;
}

function commentOrImportEnd(source: IndentedLines, line: number): number {
  if (source.startsWith(line, "//")) return line + 1;
  if (source.startsWith(line, "/*")) {
    let last = line;
    while (last < source.count && !source.line(last).includes("*/")) last++;
    return last < source.count && source.line(last).trimEnd().endsWith("*/") ? last + 1 : line;
  }
  return IMPORT.test(source.line(line)) ? line + 1 : line;
}

/** Returns the line after the insides of a body that opens at the end of this line, or 0 if there is none. */
function bodyEnd(source: IndentedLines, line: number, style: BodyStyle, containers: RegExp): number {
  const next = source.nextShallow[line] ?? source.count;
  if (next <= line + 1 || !opensBody(source, line, style, containers)) return 0;
  const end = style === "indent" ? lastStatement(source, line, next) : next;
  return closesBody(source, line, end, style) ? end : 0;
}

function opensBody(source: IndentedLines, line: number, style: BodyStyle, containers: RegExp): boolean {
  if (style === "end") return /^\s*def\s(?!.*\bend\s*$)(?!.*=)/.test(source.line(line));
  if (style === "indent") return /^\s*(?:async\s+)?def\s.*:\s*$/.test(source.line(line));
  return source.endsWith(line, "{") && !containers.test(headOf(source, line));
}

function closesBody(source: IndentedLines, line: number, end: number, style: BodyStyle): boolean {
  if (style === "indent") return true;
  if (end >= source.count || source.indents[end] !== source.indents[line]) return false;
  const last = source.line(end).trimStart();
  return style === "braces" ? last.startsWith("}") : /^end\b/.test(last);
}

/** Returns the statement whose last line opens a body, from its first line. It is empty if that is too far away. */
function headOf(source: IndentedLines, line: number): string {
  let first = line;
  while (first > 0 && !/[;{}]\s*$|^\s*$|\*\/\s*$/.test(source.line(first - 1))) {
    if (line - first > MOST_HEAD_LINES) return "";
    first--;
  }
  return source.slice(first, line + 1);
}

/**
 * Returns the line of the last statement of a body, which stays: a body must not be empty, and must end where it ends. Returns -1 if
 * there is none to be sure about.
 */
function lastStatement(source: IndentedLines, line: number, next: number): number {
  const indent = source.indents[line + 1];
  for (let last = next - 1; last > line + 1; last--) {
    if (source.indents[last] !== indent) continue;
    if (/^\s*(?!(?:else|elif|except|finally|case)\b)[A-Za-z_]/.test(source.line(last))) return last;
  }
  return -1;
}

/** Whether brackets, multi-line strings and comments that begin in the text end in it, as far as can be seen without a lexer. */
function isBalanced(text: string, style: BodyStyle): boolean {
  if (countOf(text, '"""') % 2 !== 0 || countOf(text, "'''") % 2 !== 0 || countOf(text, "`") % 2 !== 0) return false;
  if (countOf(text, "{") !== countOf(text, "}")) return false;
  if (style === "braces") return countOf(text, "/*") === countOf(text, "*/");
  return countOf(text, "(") === countOf(text, ")") && countOf(text, "[") === countOf(text, "]");
}

function countOf(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) count++;
  return count;
}

/** The indentation of a blank line: deeper than any other. */
const BLANK = 0x7fffffff;

/** The lines of a text with their indentation. Lines are counted from 0 here. */
class IndentedLines {
  readonly count: number;
  readonly indents: Int32Array;
  /** For each line, the next one that is indented at most as deeply. */
  readonly nextShallow: Int32Array;
  private readonly text: string;
  private readonly starts: readonly number[];

  constructor(text: string) {
    this.text = text;
    const starts = [0];
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
    this.starts = starts;
    this.count = starts.length;
    this.indents = new Int32Array(this.count);
    for (let line = 0; line < this.count; line++) this.indents[line] = indentAt(text, starts[line] ?? 0);
    this.nextShallow = nextShallow(this.indents);
  }

  line(index: number): string {
    const end = this.starts[index + 1];
    return this.text.slice(this.starts[index], end === undefined ? undefined : end - 1);
  }

  slice(from: number, to: number): string {
    return this.text.slice(this.starts[from] ?? this.text.length, this.starts[to]);
  }

  startsWith(index: number, mark: string): boolean {
    return this.text.startsWith(mark, (this.starts[index] ?? 0) + (this.indents[index] ?? 0));
  }

  /** Whether the line ends a definition at the top. */
  endsDefinition(index: number): boolean {
    return this.indents[index] === 0 && this.startsWith(index, "}");
  }

  endsWith(index: number, mark: string): boolean {
    let end = (this.starts[index + 1] ?? this.text.length + 1) - 2;
    while (end >= 0 && isSpace(this.text.charCodeAt(end))) end--;
    return this.text[end] === mark;
  }
}

function indentAt(text: string, start: number): number {
  let at = start;
  while (isSpace(text.charCodeAt(at))) at++;
  return at >= text.length || text[at] === "\n" ? BLANK : at - start;
}

/** Whether a character is a space, a tab or a carriage return. */
function isSpace(code: number): boolean {
  return code === 32 || code === 9 || code === 13;
}

function nextShallow(indents: Int32Array): Int32Array {
  const { length } = indents;
  const next = new Int32Array(length).fill(length);
  const open = new Int32Array(length);
  let depth = 0;
  for (let line = 0; line < length; line++) {
    const indent = indents[line] ?? BLANK;
    if (indent === BLANK) continue;
    while (depth > 0 && (indents[open[depth - 1] ?? 0] ?? 0) >= indent) next[open[--depth] ?? 0] = line;
    open[depth++] = line;
  }
  return next;
}

/** What is kept of a text. Lines are counted from 0 here. */
class KeptLines {
  private readonly source: IndentedLines;
  private readonly texts: string[] = [];
  private readonly lines: number[] = [];
  private readonly bodies: LineRange[] = [];
  private from = 0;
  /** How many characters are kept before the last part that is left out. */
  length = 0;

  constructor(source: IndentedLines) {
    this.source = source;
  }

  leaveOutBody(first: number, end: number): void {
    this.leaveOut(first, end);
    this.bodies.push({ first: first + 1, last: end });
  }

  leaveOut(first: number, end: number): void {
    const text = this.source.slice(this.from, first);
    this.texts.push(text);
    this.length += text.length;
    for (let line = this.from; line < first; line++) this.lines.push(line + 1);
    this.from = end;
  }

  skeleton(): Skeleton | undefined {
    if (this.from === 0) return undefined;
    this.leaveOut(this.source.count, this.source.count);
    return { text: this.texts.join(""), lines: this.lines, bodies: this.bodies };
  }
}
