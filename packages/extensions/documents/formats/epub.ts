import { type Format, LimitedText } from "../format.ts";
import { OfficeFile, resolvePart } from "./office-file.ts";
import { xhtmlText } from "./xhtml-text.ts";

/** Shows the chapters of an e-book in their order. */
export const readEpub: Format = async (input) => {
  const file = await OfficeFile.open(input.source);
  if (!file) return undefined;
  const chapters = await chapterNames(file);
  const text = new LimitedText(input);
  for (const [index, chapter] of chapters.entries()) {
    const { handlers, end } = xhtmlText((block) => text.add(block));
    await file.walk(chapter, { ...handlers, isDone: () => text.isFull });
    end();
    if (text.isFull) return text.result([`Shown up to chapter ${index + 1} of ${chapters.length}`]);
  }
  return text.result([`E-book, ${chapters.length === 1 ? "1 chapter" : `${chapters.length} chapters`}`]);
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
