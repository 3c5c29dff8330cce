import { type Format, LimitedText } from "../format.ts";
import { CODE, type DocxStyles, type ListItem, ListNumbers, meaningOf, readStyles } from "./docx-styles.ts";
import { OfficeFile } from "./office-file.ts";
import type { XmlHandlers } from "./xml.ts";

const BODY = "word/document.xml";
/** More of a paragraph or a cell is not shown. */
const MAX_CHARACTERS = 100_000;
const MAX_LEVEL = 8;

/** Shows the text of a Word document: headings, lists, links, code and tables as in Markdown. */
export const readDocx: Format = async (input) => {
  const file = await OfficeFile.open(input.source);
  if (!file) return undefined;
  if (!file.has(BODY)) throw new Error("it is no Word document: it has no word/document.xml");
  const text = new LimitedText(input);
  await file.walk(BODY, paragraphs(text, await readStyles(file, BODY)));
  for (const [part, title] of [
    ["word/footnotes.xml", "Footnotes"],
    ["word/endnotes.xml", "Endnotes"],
    ["word/comments.xml", "Comments"],
  ] as const) {
    if (!file.has(part) || text.isFull) continue;
    const more = new LimitedText({ lastLine: 200 });
    await file.walk(part, paragraphs(more, await readStyles(file, part)));
    const said = (more.result().text ?? "").trim();
    if (said !== "") text.add(`\n## ${title}\n\n${said}`);
  }
  return text.result();
};

function paragraphs(text: LimitedText, styles: DocxStyles): XmlHandlers {
  const state = new Paragraphs(text, styles);
  return {
    isDone: () => text.isFull,
    open: (name, attributes) => state.open(name, attributes),
    close: (name) => state.close(name),
    text: (part) => state.text(part),
  };
}

type Attributes = () => Readonly<Record<string, string>>;

class Paragraphs {
  private readonly out: LimitedText;
  private readonly styles: DocxStyles;
  private readonly numbers = new ListNumbers();
  private line = "";
  private prefix = "";
  private isCode = false;
  private list: ListItem | undefined;
  private isInProperties = false;
  private isText = false;
  private link: { readonly start: number; readonly address: string } | undefined;
  /** The mark before the first paragraph of a note. */
  private note = "";
  /** The rows of tables that are open, since tables can be nested: their cells, and how many rows were written. */
  private readonly tables: { cells: string[]; rows: number }[] = [];
  private cell = "";
  /** The last line written is an item of a list, so a block needs an empty line before it. */
  private isTight = false;

  constructor(out: LimitedText, styles: DocxStyles) {
    this.out = out;
    this.styles = styles;
  }

  open(name: string, attributes: Attributes): void {
    if (name === "t") this.isText = true;
    // A text box is within a paragraph.
    else if (name === "p" && this.line !== "") this.endParagraph();
    else if (name === "pPr") this.isInProperties = true;
    else if (this.isInProperties) this.openProperty(name, attributes);
    else if (name === "tab") this.line += "\t";
    else if (name === "br" || name === "cr") this.line += "\n";
    else if (name === "hyperlink") this.link = this.linkTo(attributes()["r:id"]);
    else if (NOTE_REFERENCES.has(name)) this.line += `[^${attributes()["w:id"]}]`;
    else if (NOTES.has(name)) this.note = `[^${attributes()["w:id"]}]: `;
    else if (name === "tbl") this.openTable();
    else if (name === "tc") this.cell = "";
  }

  /** The properties of a paragraph come before its text. */
  private openProperty(name: string, attributes: Attributes): void {
    if (name === "pStyle") this.useStyle(attributes()["w:val"] ?? "");
    else if (name === "ilvl") this.list = { id: "", ...this.list, level: Number(attributes()["w:val"]) || 0 };
    else if (name === "numId") this.list = { level: 0, ...this.list, id: attributes()["w:val"] ?? "" };
  }

  text(part: string): void {
    if (this.isText && this.line.length < MAX_CHARACTERS) this.line += part;
  }

  close(name: string): void {
    if (name === "t") this.isText = false;
    else if (name === "pPr") this.isInProperties = false;
    else if (name === "p") this.endParagraph();
    else if (name === "hyperlink") this.endLink();
    else if (name === "tc") this.tables.at(-1)?.cells.push(this.cell.trim());
    else if (name === "tr") this.endRow();
    else if (name === "tbl" && this.tables.pop()) this.out.add("");
  }

  private useStyle(id: string): void {
    // What the paragraph itself says counts, whichever comes first.
    this.list ??= this.styles.items.get(id);
    const meaning = this.styles.paragraphs.get(id) ?? meaningOf(id);
    if (meaning === CODE) this.isCode = true;
    else if (meaning !== undefined) this.prefix = meaning;
  }

  private linkTo(id: string | undefined) {
    const address = id === undefined ? undefined : this.styles.links.get(id);
    return address === undefined ? undefined : { start: this.line.length, address };
  }

  private endLink(): void {
    const { start, address } = this.link ?? {};
    this.link = undefined;
    const label = this.line.slice(start);
    if (start === undefined || label.trim() === "" || label === address || label.includes("\n")) return;
    this.line = `${this.line.slice(0, start)}[${label}](${address})`;
  }

  private openTable(): void {
    if (this.isTight) this.out.add("");
    this.isTight = false;
    this.tables.push({ cells: [], rows: 0 });
  }

  private endRow(): void {
    const table = this.tables.at(-1);
    if (!table) return;
    const cells = table.cells.splice(0).map((cell) => cell.replaceAll("|", "\\|"));
    this.out.add(`| ${cells.join(" | ")} |`);
    if (table.rows++ === 0) this.out.add(`|${" --- |".repeat(Math.max(1, cells.length))}`);
  }

  private endParagraph(): void {
    const { list } = this;
    // A heading may be numbered, too: its level says more.
    const isItem = list !== undefined && list.id !== "0" && this.prefix === "";
    const isEmpty = this.line.trim() === "";
    const item =
      isItem && !isEmpty
        ? this.numbers.next(list.id, Math.min(MAX_LEVEL, list.level), this.styles.lists.get(list.id))
        : "";
    const said = this.note === "" ? this.line : this.line.trimStart();
    const line = isEmpty ? this.line : `${this.note}${item || this.prefix}${said}`;
    if (!isEmpty) this.note = "";
    if (this.tables.length > 0) this.addToCell(line);
    else if (this.isCode && !isEmpty) this.addBlock(`\`\`\`\n${this.line}\n\`\`\``);
    else if (isItem && !isEmpty) {
      this.out.add(line);
      this.isTight = true;
    } else this.addBlock(line);
    [this.line, this.prefix, this.isCode, this.list] = ["", "", false, undefined];
  }

  private addBlock(block: string): void {
    if (block.trim() === "") return;
    if (this.isTight) this.out.add("");
    this.isTight = false;
    this.out.add(`${block}\n`);
  }

  private addToCell(line: string): void {
    if (this.cell.length < MAX_CHARACTERS) this.cell += `${line.replaceAll("\n", " ")} `;
  }
}

const NOTE_REFERENCES: ReadonlySet<string> = new Set(["footnoteReference", "endnoteReference"]);
const NOTES: ReadonlySet<string> = new Set(["footnote", "endnote"]);
