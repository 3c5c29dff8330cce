import { type Format, LimitedText } from "../format.ts";
import { OfficeFile } from "./office-file.ts";
import type { XmlHandlers } from "./xml.ts";

const BODY = "word/document.xml";
/** More of a paragraph or a cell is not shown. */
const MAX_CHARACTERS = 100_000;

/** Shows the text of a Word document: headings, lists and tables as in Markdown. */
export const readDocx: Format = async (input) => {
  const file = await OfficeFile.open(input.source);
  if (!file) return undefined;
  if (!file.has(BODY)) throw new Error("it is no Word document: it has no word/document.xml");
  const text = new LimitedText(input);
  await file.walk(BODY, paragraphs(text));
  for (const [part, title] of [
    ["word/footnotes.xml", "Footnotes"],
    ["word/comments.xml", "Comments"],
  ] as const) {
    if (!file.has(part) || text.isFull) continue;
    const more = new LimitedText({ lastLine: 200 });
    await file.walk(part, paragraphs(more));
    const said = (more.result().text ?? "").trim();
    if (said !== "") text.add(`\n## ${title}\n\n${said}`);
  }
  return text.result();
};

function paragraphs(text: LimitedText): XmlHandlers {
  const state = new Paragraphs(text);
  return {
    isDone: () => text.isFull,
    open: (name, attributes) => state.open(name, attributes),
    close: (name) => state.close(name),
    text: (part) => state.text(part),
  };
}

class Paragraphs {
  private readonly out: LimitedText;
  private line = "";
  private prefix = "";
  private isText = false;
  /** The cells of the current row; one list per table, since tables can be nested. */
  private readonly rows: string[][] = [];
  private cell = "";

  constructor(out: LimitedText) {
    this.out = out;
  }

  open(name: string, attributes: () => Readonly<Record<string, string>>): void {
    if (name === "t") this.isText = true;
    else if (name === "tab") this.line += "\t";
    else if (name === "br" || name === "cr") this.line += "\n";
    else if (name === "pStyle") this.prefix = headingPrefix(attributes()["w:val"] ?? "") || this.prefix;
    else if (name === "ilvl") this.prefix = `${"  ".repeat(Number(attributes()["w:val"]) || 0)}- `;
    else if (name === "numPr" && this.prefix === "") this.prefix = "- ";
    else if (name === "tr") this.rows.push([]);
    else if (name === "tc") this.cell = "";
  }

  text(part: string): void {
    if (this.isText && this.line.length < MAX_CHARACTERS) this.line += part;
  }

  close(name: string): void {
    if (name === "t") this.isText = false;
    else if (name === "p") this.endParagraph();
    else if (name === "tc") this.rows.at(-1)?.push(this.cell.trim());
    else if (name === "tr") this.out.add(`| ${(this.rows.pop() ?? []).join(" | ")} |`);
    else if (name === "tbl") this.out.add("");
  }

  private endParagraph(): void {
    const line = `${this.line.trim() === "" ? "" : this.prefix}${this.line}`;
    if (this.rows.length > 0) {
      if (this.cell.length < MAX_CHARACTERS) this.cell += `${line.replaceAll("\n", " ")} `;
    } else this.out.add(this.prefix.endsWith("- ") ? line : `${line}\n`);
    this.line = "";
    this.prefix = "";
  }
}

function headingPrefix(style: string): string {
  if (/^title$/i.test(style)) return "# ";
  const level = /^heading\s*([1-6])$/i.exec(style)?.[1];
  return level === undefined ? "" : `${"#".repeat(Number(level))} `;
}
