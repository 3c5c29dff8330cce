import type { XmlHandlers } from "./xml.ts";

const BLOCKS: ReadonlySet<string> = new Set(
  "p div blockquote section article aside header footer figure figcaption dt dd h1 h2 h3 h4 h5 h6".split(" "),
);
const HIDDEN: ReadonlySet<string> = new Set(["head", "script", "style", "annotation"]);
const MAX_DEPTH = 8;
const MAX_CHARACTERS = 100_000;

/** Writes XHTML as Markdown while it is read: headings, lists, code and tables. `write` gets one block at a time. */
export function xhtmlText(write: (block: string) => void): { readonly handlers: XmlHandlers; end(): void } {
  const text = new XhtmlText(write);
  return {
    handlers: {
      open: (name) => text.open(name.toLowerCase()),
      close: (name) => text.close(name.toLowerCase()),
      text: (said) => text.text(said),
    },
    end: () => text.flush(),
  };
}

class XhtmlText {
  private readonly write: (block: string) => void;
  private line = "";
  private prefix = "";
  private hidden = 0;
  private pre = 0;
  /** The lists that are open, with how many items each has had; an unordered one counts nothing. */
  private readonly lists: { readonly isOrdered: boolean; items: number }[] = [];
  /** The lines of the outermost list, which is one block. */
  private items: string[] = [];
  /** The cells of the row of a table that is open, and the rows before it. */
  private cells: string[] | undefined;
  private rows = 0;

  constructor(write: (block: string) => void) {
    this.write = write;
  }

  open(name: string): void {
    if (HIDDEN.has(name)) this.hidden++;
    else if (name === "br") this.line += this.pre > 0 ? "\n" : " ";
    else if (name === "pre") this.openPre();
    else if (name === "ul" || name === "ol") this.openList(name === "ol");
    else if (name === "li") this.openItem();
    else if (name === "table") this.rows = 0;
    else if (name === "tr") this.openRow();
    else if (name === "td" || name === "th") this.line = "";
    else if (BLOCKS.has(name)) this.openBlock(name);
  }

  text(said: string): void {
    if (this.hidden === 0 && this.line.length < MAX_CHARACTERS) this.line += said;
  }

  close(name: string): void {
    if (HIDDEN.has(name)) this.hidden--;
    else if (name === "pre") this.closePre();
    else if (name === "ul" || name === "ol") this.closeList();
    else if (name === "td" || name === "th") this.closeCell();
    else if (name === "tr") this.closeRow();
    else if (name === "table") this.write("");
    else if (name === "li" || (BLOCKS.has(name) && this.cells === undefined)) this.flush();
  }

  /** Writes what was read since the last block. */
  flush(): void {
    const said = this.line.replace(/\s+/g, " ").trim();
    const { prefix } = this;
    [this.line, this.prefix] = ["", ""];
    if (said === "") return;
    if (this.lists.length === 0) this.write(`${prefix}${said}\n`);
    else this.items.push(`${prefix === "" ? "  ".repeat(this.depth + 1) : prefix}${said}`);
  }

  private get depth(): number {
    return Math.min(MAX_DEPTH, this.lists.length) - 1;
  }

  private openBlock(name: string): void {
    // Within a cell or behind the mark of an item, a block is a part of the line.
    if (this.cells !== undefined) {
      this.line += " ";
      return;
    }
    if (this.line.trim() !== "") this.flush();
    if (/^h\d$/.test(name) && this.lists.length === 0) this.prefix = `${"#".repeat(Number(name[1]))} `;
  }

  private openPre(): void {
    if (this.pre++ === 0) this.flush();
  }

  private closePre(): void {
    if (--this.pre > 0) return;
    const code = this.line.replace(/^\n/, "").trimEnd();
    this.line = "";
    if (code !== "") this.write(`\`\`\`\n${code}\n\`\`\`\n`);
  }

  private openList(isOrdered: boolean): void {
    this.flush();
    this.lists.push({ isOrdered, items: 0 });
  }

  private openItem(): void {
    this.flush();
    const list = this.lists.at(-1);
    if (list) list.items++;
    this.prefix = `${"  ".repeat(Math.max(0, this.depth))}${list?.isOrdered ? `${list.items}. ` : "- "}`;
  }

  private closeList(): void {
    this.flush();
    this.lists.pop();
    if (this.lists.length > 0 || this.items.length === 0) return;
    this.write(`${this.items.join("\n")}\n`);
    this.items = [];
  }

  private openRow(): void {
    this.flush();
    this.cells = [];
  }

  private closeCell(): void {
    this.cells?.push(this.line.replace(/\s+/g, " ").trim().replaceAll("|", "\\|"));
    this.line = "";
  }

  private closeRow(): void {
    const cells = this.cells ?? [];
    this.cells = undefined;
    if (cells.length === 0) return;
    this.write(`| ${cells.join(" | ")} |`);
    if (this.rows++ === 0) this.write(`|${" --- |".repeat(cells.length)}`);
  }
}
