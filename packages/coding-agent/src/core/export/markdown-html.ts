import { escapeHtml } from "./escape-html.ts";

/**
 * The Markdown that models write, as HTML: headings, lists, quotes, tables, code, emphasis, links. Whatever else there is stays text.
 * Every character is escaped before a tag is put around it, so that no text can become one.
 */
export function markdownToHtml(text: string): string {
  return new Blocks(text.replaceAll("\r\n", "\n").split("\n"), 0).render();
}

/** Quotes and lists within each other, to which nobody counts any more: what is deeper stays text. */
const MAX_DEPTH = 12;

const FENCE = /^ {0,3}(`{3,}|~{3,})\s*([\w+#.-]*)/;
// Each of these only says how a line begins: what follows is cut off, not matched, so that no line is read twice.
const HEADING = /^(#{1,6})\s/;
const ITEM = /^\s*(?:[-*+]|(\d{1,9})[.)])(?=\s)/;
const QUOTE = /^ {0,3}>/;
const RULE = /^(?:-{3,}|\*{3,}|_{3,})$/;
const TABLE_RULE = /^:?-+:?$/;

class Blocks {
  private readonly lines: readonly string[];
  private readonly depth: number;
  private at = 0;

  constructor(lines: readonly string[], depth: number) {
    this.lines = lines;
    this.depth = depth;
  }

  render(): string {
    const blocks: string[] = [];
    while (this.at < this.lines.length) blocks.push(this.block());
    return blocks.filter((block) => block !== "").join("\n");
  }

  private block(): string {
    const line = this.lines[this.at] ?? "";
    if (line.trim() === "") return this.skip("");
    if (FENCE.test(line)) return this.code();
    const [, marks] = HEADING.exec(line) ?? [];
    if (marks !== undefined) return this.skip(heading(marks.length, line.slice(marks.length).trimStart()));
    if (isRule(line)) return this.skip("<hr>");
    if (this.depth < MAX_DEPTH && QUOTE.test(line)) return this.quote();
    if (this.depth < MAX_DEPTH && ITEM.test(line)) return this.list();
    if (line.includes("|") && isTableRule(this.lines[this.at + 1] ?? "")) return this.table();
    return this.paragraph();
  }

  private skip(html: string): string {
    this.at++;
    return html;
  }

  private code(): string {
    const [, fence = "", language = ""] = FENCE.exec(this.lines[this.at++] ?? "") ?? [];
    const body = this.take((line) => !line.trim().startsWith(fence));
    this.at++;
    const label = language === "" ? "" : ` data-language="${escapeHtml(language)}"`;
    return `<pre${label}><code>${escapeHtml(body.join("\n"))}</code></pre>`;
  }

  private quote(): string {
    const body = this.take((line) => QUOTE.test(line)).map((line) => line.replace(/^ {0,3}> ?/, ""));
    return `<blockquote>${this.within(body)}</blockquote>`;
  }

  /** Items as deep as the first; what is indented below one belongs to it. */
  private list(): string {
    const first = this.lines[this.at] ?? "";
    const indent = indentOf(first);
    const [, number] = ITEM.exec(first) ?? [];
    const items: string[] = [];
    for (;;) {
      const line = this.lines[this.at] ?? "";
      const [mark] = ITEM.exec(line) ?? [];
      if (mark === undefined || indentOf(line) !== indent) break;
      this.at++;
      const body = this.take((next) => next.trim() === "" || indentOf(next) > indent);
      items.push(`<li>${this.within([line.slice(mark.length).trimStart(), ...outdent(body)])}</li>`);
    }
    const tag = number === undefined ? "ul" : "ol";
    const start = number === undefined || number === "1" ? "" : ` start="${number}"`;
    return `<${tag}${start}>${items.join("")}</${tag}>`;
  }

  private table(): string {
    const [head = "", , ...rows] = this.take((line) => line.includes("|"));
    const row = (line: string, tag: string) =>
      `<tr>${cells(line)
        .map((cell) => `<${tag}>${inline(cell)}</${tag}>`)
        .join("")}</tr>`;
    return `<table>${row(head, "th")}${rows.map((line) => row(line, "td")).join("")}</table>`;
  }

  private paragraph(): string {
    const body = this.take(
      (line, index) =>
        index === 0 || (line.trim() !== "" && !FENCE.test(line) && !HEADING.test(line) && !ITEM.test(line)),
    );
    return `<p>${inline(body.join("\n"))}</p>`;
  }

  private within(lines: readonly string[]): string {
    return new Blocks(lines, this.depth + 1).render();
  }

  private take(wanted: (line: string, index: number) => boolean): string[] {
    const start = this.at;
    while (this.at < this.lines.length && wanted(this.lines[this.at] ?? "", this.at - start)) this.at++;
    return this.lines.slice(start, this.at);
  }
}

function isRule(line: string): boolean {
  return indentOf(line) <= 3 && RULE.test(line.replace(/\s/g, ""));
}

function isTableRule(line: string): boolean {
  return cells(line).every((cell) => TABLE_RULE.test(cell));
}

/** One level lower: the page has a title of its own. */
function heading(depth: number, title: string): string {
  const tag = `h${Math.min(6, depth + 1)}`;
  return `<${tag}>${inline(withoutClosing(title.trimEnd()))}</${tag}>`;
}

/** Marks at the end of a heading say nothing, unless they belong to its last word. */
function withoutClosing(title: string): string {
  let end = title.length;
  while (title[end - 1] === "#") end--;
  return end === 0 || title[end - 1] === " " ? title.slice(0, end).trimEnd() : title;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function outdent(lines: readonly string[]): string[] {
  const depths = lines.filter((line) => line.trim() !== "").map(indentOf);
  const depth = depths.reduce((least, next) => Math.min(least, next), depths[0] ?? 0);
  return lines.map((line) => line.slice(depth));
}

function cells(line: string): string[] {
  return line
    .trim()
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((cell) => cell.trim());
}

/** Code first: nothing within it means anything. */
function inline(text: string): string {
  return text
    .split(/((?<!`)`+[^`]+`+)/)
    .map((part) => (/^`+[^`]+`+$/.test(part) ? `<code>${escapeHtml(withoutTicks(part))}</code>` : words(part)))
    .join("");
}

function withoutTicks(code: string): string {
  let end = code.length;
  while (code[end - 1] === "`") end--;
  const text = code.slice(0, end).replace(/^`+ ?/, "");
  return text.endsWith(" ") ? text.slice(0, -1) : text;
}

/** The lengths are limited so that no text can make a search begin everywhere and end nowhere. */
function words(text: string): string {
  return escapeHtml(text)
    .replace(/\*\*(\S(?:[^*]{0,2000}\S)?)\*\*/g, "<strong>$1</strong>")
    .replace(/(?<![\w*])\*(\S(?:[^*]{0,2000}\S)?)\*(?![\w*])/g, "<em>$1</em>")
    .replace(/~~(\S(?:[^~]{0,2000}\S)?)~~/g, "<del>$1</del>")
    .replace(
      /\[([^[\]\n]{1,400})\]\((https?:(?:[^\s()]|\([^\s()]{0,200}\)){1,2000})\)/g,
      '<a href="$2" target="_blank" rel="noreferrer noopener">$1</a>',
    );
}
