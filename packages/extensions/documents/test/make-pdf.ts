/** Writes a PDF with one line of text per page. */
export function makePdf(pages: readonly string[]): Buffer {
  const objects: string[] = [];
  const add = (body: string) => objects.push(`${objects.length + 1} 0 obj\n${body}\nendobj\n`);
  const first = 4;
  const kids = pages.map((_, index) => `${first + index * 2} 0 R`).join(" ");
  add("<< /Type /Catalog /Pages 2 0 R >>");
  add(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>");
  for (const [index, text] of pages.entries()) {
    const shown = text
      .split("\n")
      .map((line) => `(${line.replace(/[\\()]/g, "\\$&")}) Tj 0 -14 Td`)
      .join("\n");
    const stream = text === "" ? "" : `BT /F1 12 Tf 72 720 Td ${shown} ET`;
    const resources = "/Resources << /Font << /F1 3 0 R >> >>";
    add(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] ${resources} /Contents ${first + index * 2 + 1} 0 R >>`);
    add(`<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`);
  }
  let offset = 9;
  const offsets = objects.map((object) => {
    const at = offset;
    offset += object.length;
    return `${String(at).padStart(10, "0")} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join("")}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${offset}\n%%EOF\n`;
  return Buffer.from(`%PDF-1.4\n${objects.join("")}${table}${trailer}`, "latin1");
}
