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
const HEADING = /^(#{1,6})\s+(.*)$/;
const ITEM = /^(\s*)(?:[-*+]|(\d{1,9})[.)])\s+(.*)$/;
const RULE = /^ {0,3}([-*_])(?:\s*\1){2,}\s*$/;
const QUOTE = /^ {0,3}>/;
const TABLE_RULE = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;

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
    const [, marks, title = ""] = HEADING.exec(line) ?? [];
    if (marks !== undefined) return this.skip(heading(marks.length, title));
    if (RULE.test(line)) return this.skip("<hr>");
    if (this.depth < MAX_DEPTH && QUOTE.test(line)) return this.quote();
    if (this.depth < MAX_DEPTH && ITEM.test(line)) return this.list();
    if (line.includes("|") && TABLE_RULE.test(this.lines[this.at + 1] ?? "")) return this.table();
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
    const [, indent = "", number] = ITEM.exec(this.lines[this.at] ?? "") ?? [];
    const items: string[] = [];
    for (;;) {
      const [, depth = "", , text] = ITEM.exec(this.lines[this.at] ?? "") ?? [];
      if (text === undefined || depth.length !== indent.length) break;
      this.at++;
      const body = this.take((line) => line.trim() === "" || indentOf(line) > indent.length);
      items.push(`<li>${this.within([text, ...outdent(body)])}</li>`);
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
    .map((part) =>
      /^`+[^`]+`+$/.test(part) ? `<code>${escapeHtml(part.replace(/^`+ ?| ?`+$/g, ""))}</code>` : words(part),
    )
    .join("");
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
