import { AgentError } from "../errors.ts";
import { YamlNesting } from "./yaml-nesting.ts";
import { parseScalar } from "./yaml-scalar.ts";

/** Thrown for text that is not a mapping of keys to values. `line` counts from 1 within the text. */
export class YamlError extends AgentError {
  readonly line: number;

  constructor(line: number, message: string) {
    super("invalid-frontmatter", message);
    this.name = "YamlError";
    this.line = line;
  }
}

/**
 * Parses the YAML that is usual in frontmatter: nested maps and lists, quoted, plain, literal and folded text, and flow collections. Does
 * not support anchors, tags and multiple documents. Plain text may contain ": ", which is common.
 */
export function parseYaml(text: string): Record<string, unknown> {
  const reader = new BlockReader(text.split("\n"));
  return reader.readDocument();
}

const KEY = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s"'#\-[\]{}&*!|>%@`:][^:]*|-[^\s:][^:]*):(?:\s+([\s\S]*))?$/;

class BlockReader {
  private readonly lines: string[];
  private at = 0;

  constructor(lines: string[]) {
    this.lines = lines;
  }

  readDocument(): Record<string, unknown> {
    this.skipBlank();
    const value = this.done() ? {} : this.readMap(this.indent());
    this.skipBlank();
    if (!this.done()) this.fail(`unexpected indentation`);
    return value;
  }

  private readMap(indent: number): Record<string, unknown> {
    const entries: [string, unknown][] = [];
    for (; !this.done() && this.indent() === indent; this.skipBlank()) {
      const match = KEY.exec(this.text());
      if (!match) return this.fail(`expected "key: value"`);
      this.at++;
      entries.push([String(parseScalar(match[1] ?? "")), this.readValue(match[2] ?? "", indent)]);
    }
    return Object.fromEntries(entries);
  }

  private readList(indent: number): unknown[] {
    const items: unknown[] = [];
    for (; !this.done() && this.indent() === indent && this.isItem(); this.skipBlank()) {
      const rest = this.text().slice(1).trimStart();
      if (KEY.test(rest) && !/^["'[{]/.test(rest)) items.push(this.readItemMap(indent, rest));
      else {
        this.at++;
        items.push(this.readValue(rest, indent));
      }
    }
    return items;
  }

  /** Reads the map that `- key: value` opens; its other keys are on the lines below the first. */
  private readItemMap(indent: number, rest: string): Record<string, unknown> {
    const column = indent + this.text().length - rest.length;
    this.lines[this.at] = " ".repeat(column) + rest;
    return this.readMap(column);
  }

  private readValue(rest: string, indent: number): unknown {
    if (/^[|>][-+\d]*\s*(#.*)?$/.test(rest)) return this.readText(rest, indent);
    if (rest === "" || rest.startsWith("#")) return this.readNested(indent);
    return this.readScalar(rest, indent);
  }

  /** Joins the lines once at the end, because an unclosed value may be as long as the file. */
  private readScalar(rest: string, indent: number): unknown {
    const line = this.at;
    const nesting = new YamlNesting();
    const isPlain = !/^["'[{]/.test(rest);
    const parts = [rest];
    nesting.push(rest);
    for (; !this.done() && (isPlain ? this.continues(indent) : nesting.isOpen()); this.at++) {
      parts.push(this.text());
      nesting.push(` ${this.text()}`);
    }
    const problem = nesting.describeProblem();
    if (problem !== undefined) throw new YamlError(line, problem);
    return parseScalar(parts.join(" "));
  }

  private readNested(indent: number): unknown {
    this.skipBlank();
    if (this.done()) return null;
    if (this.isItem() && this.indent() >= indent) return this.readList(this.indent());
    return this.indent() > indent ? this.readMap(this.indent()) : null;
  }

  /** Reads a text block: `|` keeps line breaks, `>` folds them; `-` drops the last one and `+` keeps all. */
  private readText(header: string, indent: number): string {
    const lines: string[] = [];
    let inner: number | undefined;
    for (; !this.done(); this.at++) {
      const line = this.lines[this.at] ?? "";
      if (line.trim() !== "" && indentOf(line) <= indent) break;
      if (line.trim() !== "") inner ??= indentOf(line);
      lines.push(line.slice(inner ?? line.length));
    }
    const body = header.startsWith("|") ? lines.join("\n") : fold(lines);
    if (header.includes("+")) return `${body}\n`;
    const trimmed = withoutLastBreaks(body);
    return header.includes("-") || trimmed === "" ? trimmed : `${trimmed}\n`;
  }

  private continues(indent: number): boolean {
    const line = this.lines[this.at] ?? "";
    return line.trim() !== "" && indentOf(line) > indent && !this.text().startsWith("#");
  }

  private isItem(): boolean {
    return /^-(\s|$)/.test(this.text());
  }

  private text(): string {
    return (this.lines[this.at] ?? "").trim();
  }

  private indent(): number {
    const line = this.lines[this.at] ?? "";
    if (/^ *\t/.test(line)) this.fail("a tab cannot indent");
    return indentOf(line);
  }

  private skipBlank(): void {
    while (!this.done() && (this.text() === "" || this.text().startsWith("#"))) this.at++;
  }

  private done(): boolean {
    return this.at >= this.lines.length;
  }

  private fail(message: string): never {
    throw new YamlError(this.at + 1, message);
  }
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function fold(lines: readonly string[]): string {
  return lines
    .join("\n")
    .replace(/([^\n])\n(?=[^\n\s])/g, "$1 ")
    .replace(/\n\n/g, "\n");
}

function withoutLastBreaks(text: string): string {
  let end = text.length;
  while (text[end - 1] === "\n") end--;
  return text.slice(0, end);
}
