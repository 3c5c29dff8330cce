import type { OfficeFile } from "./office-file.ts";

export interface DocxStyles {
  /** The prefix of a heading such as `## `, by the id of the style; `code` of a style for code. */
  readonly paragraphs: ReadonlyMap<string, string>;
  /** The list that the paragraphs of a style are items of, by the id of the style. */
  readonly items: ReadonlyMap<string, ListItem>;
  /** The formats of the levels of a list, by its id: `bullet`, `decimal` and others. */
  readonly lists: ReadonlyMap<string, readonly string[]>;
  /** The addresses of links, by their ids. */
  readonly links: ReadonlyMap<string, string>;
}

export interface ListItem {
  /** The id of the list. */
  readonly id: string;
  /** How deep the item is, from 0. */
  readonly level: number;
}

export const CODE = "code";

/** Reads what the paragraphs of a document refer to: the meaning of their styles, their lists and their links. */
export async function readStyles(file: OfficeFile, part: string): Promise<DocxStyles> {
  return { ...(await paragraphStyles(file)), lists: await listFormats(file), links: await file.links(part) };
}

/** The ids of styles are in the language of the program; the names of the built-in ones are not. */
async function paragraphStyles(file: OfficeFile): Promise<Pick<DocxStyles, "paragraphs" | "items">> {
  const paragraphs = new Map<string, string>();
  const items = new Map<string, ListItem>();
  let [id, level] = ["", 0];
  await file.walk("word/styles.xml", {
    open: (tag, attributes) => {
      if (tag === "style") [id, level] = [attributes()["w:styleId"] ?? "", 0];
      else if (tag === "ilvl") level = Number(attributes()["w:val"]) || 0;
      else if (tag === "numId") items.set(id, { id: attributes()["w:val"] ?? "", level });
      if (tag !== "name") return;
      const meaning = meaningOf(attributes()["w:val"] ?? "");
      if (meaning !== undefined) paragraphs.set(id, meaning);
    },
  });
  return { paragraphs, items };
}

export function meaningOf(name: string): string | undefined {
  if (/^title$/i.test(name)) return "# ";
  const level = /^heading\s*([1-6])$/i.exec(name)?.[1];
  if (level !== undefined) return `${"#".repeat(Number(level))} `;
  return /^(?:source code|code|code block|html preformatted|preformatted text|macro text)$/i.test(name)
    ? CODE
    : undefined;
}

async function listFormats(file: OfficeFile): Promise<Map<string, readonly string[]>> {
  const abstract = new Map<string, string[]>();
  const found = new Map<string, readonly string[]>();
  let [current, list, level]: [string[], string, number] = [[], "", 0];
  const readers: Readonly<Record<string, (attributes: Readonly<Record<string, string>>) => void>> = {
    abstractNum: ({ "w:abstractNumId": id = "" }) => {
      current = [];
      abstract.set(id, current);
    },
    lvl: ({ "w:ilvl": each }) => {
      level = Math.min(MAX_LEVELS, Number(each) || 0);
    },
    numFmt: ({ "w:val": format = "" }) => {
      current[level] = format;
    },
    num: ({ "w:numId": id = "" }) => {
      list = id;
    },
    abstractNumId: ({ "w:val": id = "" }) => void found.set(list, abstract.get(id) ?? []),
  };
  await file.walk("word/numbering.xml", { open: (tag, attributes) => readers[tag]?.(attributes()) });
  return found;
}

const MAX_LEVELS = 9;

/** Numbers the items of lists as a word processor does: an item starts the levels below it anew. */
export class ListNumbers {
  private readonly counts = new Map<string, number[]>();

  next(list: string, level: number, formats: readonly string[] | undefined): string {
    const indent = "  ".repeat(level);
    const format = formats?.[level] ?? "bullet";
    if (format === "bullet" || format === "none") return `${indent}- `;
    const counts = this.counts.get(list) ?? [];
    counts.length = level + 1;
    const count = (counts[level] ?? 0) + 1;
    counts[level] = count;
    this.counts.set(list, counts);
    return `${indent}${count}. `;
  }
}
