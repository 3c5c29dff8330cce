import { getDocumentProxy } from "unpdf";
import { type Format, type FormatInput, type FormatResult, LimitedText } from "../format.ts";
import { formatSize } from "../text.ts";

type Document = Awaited<ReturnType<typeof getDocumentProxy>>;

const MAX_BYTES = 200 * 1024 * 1024;
const PROGRESS_PAGES = 50;
const ENCRYPTED =
  "it is encrypted with a password. With it, bash can decrypt a copy: qpdf --decrypt --password=… a.pdf copy.pdf";
const EMPTY_PAGE = "(no text on this page)";
const DAMAGED_PAGE = "(this page is damaged)";
const DAMAGED = "it is damaged or cut off. What is left may be saved with bash: qpdf a.pdf copy.pdf";
/** A gap of so many heights of the letters separates columns, not words. */
const WIDE_GAP = 1.5;

/** Shows the text of a PDF page by page. A member such as `p12` or `p12-20` names pages. */
export const readPdf: Format = async (input) => {
  const { source } = input;
  const start = (await source.read(0, 1024)).indexOf("%PDF-");
  if (start < 0) return undefined;
  if (source.size > MAX_BYTES)
    throw new Error(
      `it is ${formatSize(source.size)}; at most ${formatSize(MAX_BYTES)} are read. Use bash with pdftotext`,
    );
  const document = await openDocument(await source.read(0, source.size));
  return await showPages(document, input);
};

async function openDocument(bytes: Buffer): Promise<Document> {
  try {
    return await getDocumentProxy(new Uint8Array(bytes), {
      verbosity: 0,
      useSystemFonts: false,
    });
  } catch (error) {
    const name = error instanceof Error ? error.name : "";
    const why = name === "PasswordException" ? ENCRYPTED : DAMAGED;
    throw new Error(why, { cause: error });
  }
}

async function showPages(document: Document, input: FormatInput): Promise<FormatResult> {
  const { numPages } = document;
  const { first, last } = pageRange(input.member, numPages);
  const text = new LimitedText(input);
  const found = new Set<string>();
  let page = first;
  for (; page <= last; page++) {
    const said = await pageText(document, page).catch(() => DAMAGED_PAGE);
    found.add(said === EMPTY_PAGE || said === DAMAGED_PAGE ? said : "text");
    const heading = numPages > 1 ? `[Page ${page}]\n` : "";
    if (!text.add(`${heading}${said}\n`)) break;
    if ((page - first + 1) % PROGRESS_PAGES === 0) input.report(`page ${page} of ${numPages}…`);
  }
  if (isOnly(found, DAMAGED_PAGE)) throw new Error(DAMAGED);
  const more = `Shown up to page ${page} of ${numPages}. Name pages with ${input.name}:p${page}`;
  return text.result([
    `PDF, ${numPages === 1 ? "1 page" : `${numPages} pages`}`,
    ...(isOnly(found, EMPTY_PAGE) ? ["No text was found: the pages may be scanned images."] : []),
    ...(text.isFull ? [more] : []),
  ]);
}

function isOnly(found: ReadonlySet<string>, text: string): boolean {
  return found.size === 1 && found.has(text);
}

function pageRange(member: string | undefined, count: number): { first: number; last: number } {
  if (member === undefined) return { first: 1, last: count };
  const [, from, to] = /^(?:p|page[ s=]*)(\d+)(?:-(?:p)?(\d+))?$/i.exec(member) ?? [];
  if (from === undefined) throw new Error(`"${member}" names no page. Use p12 or p12-20`);
  const first = Number(from);
  const last = Number(to ?? from);
  if (first < 1 || first > count || last < first)
    throw new Error(count === 1 ? "it has only one page" : `it has only the pages 1 to ${count}`);
  return { first, last: Math.min(last, count) };
}

async function pageText(document: Document, number: number): Promise<string> {
  const page = await document.getPage(number);
  const { items } = await page.getTextContent();
  let text = "";
  let height = 0;
  for (const item of items) {
    if (!("str" in item)) continue;
    const isGap = item.str === " " && item.width > WIDE_GAP * height;
    text += (isGap ? "\t" : item.str) + (item.hasEOL ? "\n" : "");
    height = item.height || height;
  }
  page.cleanup();
  return text.replace(/[ \t]+$/gm, "").trim() || EMPTY_PAGE;
}
