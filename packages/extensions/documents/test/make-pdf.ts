import { constants, deflateRawSync } from "node:zlib";

interface PdfStream {
  readonly stream: string;
  readonly filter: string;
}

/** Writes a PDF with a text or a stream of operators on each page. What `trailer` names comes with these further objects. */
export function makePdf(pages: readonly (string | PdfStream)[], trailer = "", more: readonly string[] = []): Buffer {
  const objects: string[] = [];
  const add = (body: string) => objects.push(`${objects.length + 1} 0 obj\n${body}\nendobj\n`);
  const first = 4;
  const kids = pages.map((_, index) => `${first + index * 2} 0 R`).join(" ");
  add("<< /Type /Catalog /Pages 2 0 R >>");
  add(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>");
  for (const [index, text] of pages.entries()) {
    const { stream, filter } = typeof text === "string" ? { stream: operators(text), filter: "" } : text;
    const resources = "/Resources << /Font << /F1 3 0 R >> >>";
    add(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] ${resources} /Contents ${first + index * 2 + 1} 0 R >>`);
    add(`<< /Length ${stream.length} ${filter} >>\nstream\n${stream}\nendstream`);
  }
  for (const body of more) add(body);
  let offset = 9;
  const offsets = objects.map((object) => {
    const at = offset;
    offset += object.length;
    return `${String(at).padStart(10, "0")} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join("")}`;
  const end = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${offset}\n%%EOF\n`;
  return Buffer.from(`%PDF-1.4\n${objects.join("")}${table}${end}`, "latin1");
}

function operators(text: string): string {
  const shown = text.split("\n").map((line) => `(${line.replace(/[\\()]/g, "\\$&")}) Tj 0 -14 Td`);
  return text === "" ? "" : `BT /F1 12 Tf 72 720 Td ${shown.join("\n")} ET`;
}

/** A PDF that opens with a password alone: no password has this hash. */
export function makeEncryptedPdf(): Buffer {
  const [owner, user] = ["41", "42"].map((byte) => `<${byte.repeat(32)}>`);
  const encryption = `<< /Filter /Standard /V 1 /R 2 /P -4 /O ${owner} /U ${user} >>`;
  return makePdf(["secret"], "/Encrypt 6 0 R /ID [<00><00>]", [encryption]);
}

const MB = 1024 * 1024;

/** A PDF of a megabyte whose page unpacks to a gigabyte. */
export function makePdfBomb(): Buffer {
  // The blocks of deflate can follow each other; a header comes before them, and an empty block behind.
  const block = deflateRawSync(Buffer.alloc(32 * MB, " "), { finishFlush: constants.Z_FULL_FLUSH });
  const blocks = Array.from({ length: 32 }, () => block);
  const packed = Buffer.concat([Buffer.from("789c", "hex"), ...blocks, Buffer.from("0300", "hex")]);
  return makePdf([{ stream: packed.toString("latin1"), filter: "/Filter /FlateDecode" }]);
}
