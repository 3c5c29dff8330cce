import { type Format, LimitedText } from "../format.ts";
import { OfficeFile, resolvePart } from "./office-file.ts";

const BLOCKS: ReadonlySet<string> = new Set([
  "p",
  "div",
  "li",
  "tr",
  "br",
  "blockquote",
  "pre",
  "section",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
]);
const HIDDEN: ReadonlySet<string> = new Set(["head", "script", "style"]);

/** Shows the chapters of an e-book in their order. */
export const readEpub: Format = async (input) => {
  const file = await OfficeFile.open(input.source);
  if (!file) return undefined;
  const chapters = await chapterNames(file);
  const text = new LimitedText(input);
  for (const [index, chapter] of chapters.entries()) {
    await showChapter(file, chapter, text);
    if (text.isFull) return text.result([`Shown up to chapter ${index + 1} of ${chapters.length}`]);
  }
  return text.result([`E-book, ${chapters.length} chapters`]);
};

async function chapterNames(file: OfficeFile): Promise<string[]> {
  let book = "";
  await file.walk("META-INF/container.xml", {
    open: (name, attributes) => {
      if (name === "rootfile" && book === "") book = attributes()["full-path"] ?? "";
    },
  });
  if (!file.has(book)) throw new Error("it is no e-book: META-INF/container.xml names no content");
  const parts = new Map<string, string>();
  const order: string[] = [];
  await file.walk(book, {
    open: (name, attributes) => {
      const { id = "", href = "", idref = "" } = name === "item" || name === "itemref" ? attributes() : {};
      if (name === "item") parts.set(id, resolvePart(book.slice(0, book.lastIndexOf("/") + 1), href));
      if (name === "itemref") order.push(idref);
    },
  });
  return order.flatMap((id) => parts.get(id) ?? []).filter((part) => file.has(part));
}

async function showChapter(file: OfficeFile, part: string, text: LimitedText): Promise<void> {
  let line = "";
  let hidden = 0;
  const flush = () => {
    const said = line.replace(/\s+/g, " ").trim();
    if (said !== "" && said !== "-") text.add(`${said}\n`);
    line = "";
  };
  await file.walk(part, {
    isDone: () => text.isFull,
    open: (name) => {
      if (HIDDEN.has(name)) hidden++;
      if (!BLOCKS.has(name)) return;
      flush();
      if (name === "li") line = "- ";
      if (/^h\d$/.test(name)) line = `${"#".repeat(Number(name[1]))} `;
    },
    text: (said) => {
      if (hidden === 0) line += said;
    },
    close: (name) => {
      if (HIDDEN.has(name)) hidden--;
      if (BLOCKS.has(name)) flush();
    },
  });
  flush();
}
