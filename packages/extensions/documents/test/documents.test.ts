import { expect, test } from "vitest";
import { readDocx } from "../formats/docx.ts";
import { readEpub } from "../formats/epub.ts";
import { readNotebook } from "../formats/notebook.ts";
import { readOle } from "../formats/ole.ts";
import { readParquet } from "../formats/parquet.ts";
import { readPdf } from "../formats/pdf.ts";
import { readPptx } from "../formats/pptx.ts";
import { readRtf } from "../formats/rtf.ts";
import { readTable } from "../formats/table.ts";
import { readXlsx } from "../formats/xlsx.ts";
import { convert } from "./convert.ts";
import { makeZip } from "./make-archive.ts";
import { makeEncryptedPdf, makePdf } from "./make-pdf.ts";

const document = (files: Readonly<Record<string, string>>) =>
  makeZip(Object.entries(files).map(([name, content]) => ({ name, content })));
const rels = (...targets: string[]) =>
  `<Relationships>${targets.map((target, index) => `<Relationship Id="r${index + 1}" Target="${target}"/>`).join("")}</Relationships>`;

const paragraph = (text: string, properties = "") =>
  `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
const word = (body: string) => document({ "word/document.xml": `<w:document><w:body>${body}</w:body></w:document>` });

test("R212: a Word document becomes text with headings, lists and tables", async () => {
  const item = '<w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr>';
  const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`;
  const body = [
    paragraph("Plan", '<w:pStyle w:val="Heading1"/>'),
    paragraph("Tom &amp; Jerry &#x2014; fin", ""),
    paragraph("point", item),
    `<w:tbl><w:tr>${cell("a")}${cell("b")}</w:tr></w:tbl>`,
    "<w:p><w:r><w:delText>gone</w:delText></w:r></w:p>",
  ].join("");
  expect((await convert(readDocx, word(body)))?.text).toBe(
    "# Plan\n\nTom & Jerry — fin\n\n  - point\n| a | b |\n\n\n\n",
  );
});

test("R212: a workbook shows its sheets with strings, numbers, dates and gaps", async () => {
  const book = document({
    "xl/workbook.xml":
      '<workbook><sheets><sheet name="People" r:id="r1"/><sheet name="More" r:id="r2"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": rels("worksheets/sheet1.xml", "/xl/worksheets/sheet2.xml"),
    "xl/sharedStrings.xml":
      "<sst><si><t>name</t></si><si><r><t>A</t></r><r><t>da</t></r><rPh><t>x</t></rPh></si></sst>",
    "xl/styles.xml":
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>',
    "xl/worksheets/sheet1.xml":
      '<worksheet><sheetData><row><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>born</t></is></c></row><row><c r="A2" t="s"><v>1</v></c><c r="B2"><v>1.5</v></c><c r="C2" s="1"><v>45000.5</v></c><c r="D2" t="b"><v>1</v></c></row></sheetData></worksheet>',
    "xl/worksheets/sheet2.xml": '<worksheet><sheetData><row><c r="A1"><v>7</v></c></row></sheetData></worksheet>',
  });
  const whole = await convert(readXlsx, book, { name: "a.xlsx" });
  expect(whole?.text).toBe(
    "## Sheet People\nname\t\tborn\nAda\t1.5\t2023-03-15 12:00:00\tTRUE\n\n## Sheet More\n7\n\n",
  );
  expect(whole?.notes).toEqual(["Workbook, sheets: People, More. Read one with a.xlsx:People"]);
  expect((await convert(readXlsx, book, { member: "more" }))?.text).toBe("7\n\n");
  await expect(convert(readXlsx, book, { member: "Nope" })).rejects.toThrow("It has People, More");
  expect(await convert(readXlsx, book, { lastLine: 2 })).toMatchObject({
    text: "## Sheet People\nname\t\tborn\n",
    isPartial: true,
  });
});

test("R212: slides come in the order of the presentation, with their notes", async () => {
  const slide = (text: string) => `<p:sld><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`;
  const deck = document({
    "ppt/presentation.xml":
      '<p:presentation><p:sldIdLst><p:sldId id="1" r:id="r2"/><p:sldId id="2" r:id="r1"/></p:sldIdLst></p:presentation>',
    "ppt/_rels/presentation.xml.rels": rels("slides/slide1.xml", "slides/slide2.xml"),
    "ppt/slides/slide1.xml": slide("second"),
    "ppt/slides/slide2.xml": slide("first"),
    "ppt/slides/_rels/slide1.xml.rels": rels("../notesSlides/notesSlide1.xml"),
    "ppt/notesSlides/notesSlide1.xml": slide("say hello"),
  });
  expect((await convert(readPptx, deck))?.text).toBe(
    "## Slide 1\nfirst\n\n## Slide 2\nsecond\n\nNotes:\nsay hello\n\n",
  );
});

test("R212: an e-book is read in the order of its spine", async () => {
  const book = document({
    "META-INF/container.xml": '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>',
    "OPS/book.opf":
      '<package><manifest><item id="a" href="a.xhtml"/><item id="b" href="text/b.xhtml"/></manifest><spine><itemref idref="b"/><itemref idref="a"/></spine></package>',
    "OPS/a.xhtml": "<html><head><title>no</title></head><body><p>End.</p></body></html>",
    "OPS/text/b.xhtml": "<html><body><h1>Start</h1><p>Some <i>words</i>.</p><ul><li>one</li></ul></body></html>",
  });
  expect((await convert(readEpub, book))?.text).toBe("# Start\n\nSome words.\n\n- one\n\nEnd.\n\n");
});

test("R212: a PDF is read page by page, and pages can be named", async () => {
  const pdf = makePdf(["Hello (one)\nand more", "", "three"]);
  expect((await convert(readPdf, pdf, { name: "a.pdf" }))?.text).toBe(
    "[Page 1]\nHello (one)\nand more\n\n[Page 2]\n(no text on this page)\n\n[Page 3]\nthree\n\n",
  );
  expect((await convert(readPdf, pdf, { member: "p3" }))?.text).toContain("three");
  await expect(convert(readPdf, pdf, { member: "p9" })).rejects.toThrow("it has 3 pages");
  await expect(convert(readPdf, pdf, { member: "x" })).rejects.toThrow("names no page");
  const part = await convert(readPdf, pdf, { name: "a.pdf", lastLine: 3 });
  expect(part).toMatchObject({
    isPartial: true,
    notes: ["PDF, 3 pages", "Shown up to page 1 of 3. Name pages with a.pdf:p1"],
  });
  await expect(convert(readPdf, "%PDF-1.4\nnothing")).rejects.toThrow("damaged or cut off");
  await expect(convert(readPdf, makeEncryptedPdf())).rejects.toThrow("it is encrypted with a password");
  expect(await convert(readPdf, "")).toBeUndefined();
});

test("R213: a notebook shows its cells with markers and the text of its outputs", async () => {
  const cells = [
    { cell_type: "markdown", source: ["# Title\n", "text"] },
    {
      cell_type: "code",
      source: "print(1)",
      outputs: [{ text: ["1\n"] }, { data: { "image/png": "…", "text/plain": "<Figure>" } }],
    },
  ];
  const shown = await convert(readNotebook, JSON.stringify({ cells }), { name: "a.ipynb" });
  expect(shown?.text).toBe(
    "# %% [markdown] cell:1\n# Title\ntext\n\n# %% [code] cell:2\nprint(1)\n# > 1\n# > <Figure>\n# > [image/png]\n\n",
  );
  for (const broken of ["", "{", "{}", "[1]", "null"])
    expect(await convert(readNotebook, broken).catch(() => "threw")).toBeUndefined();
});

test("RTF is read without its tables of fonts and colours", async () => {
  const rtf = String.raw`{\rtf1\ansi{\fonttbl{\f0 Arial;}}{\*\generator x;}Caf\'e9 \u8364? \{x\}\par next\tab cell}`;
  expect((await convert(readRtf, rtf))?.text).toBe("Café € {x}\nnext\tcell\n");
  expect(await convert(readRtf, "no rtf")).toBeUndefined();
});

test("a large table is shown from its beginning with the names of its columns; a small one is left as text", async () => {
  const rows = Array.from({ length: 30_000 }, (_, index) => `${index};name ${index}`);
  const csv = `id;name\n${rows.join("\n")}\n`;
  const shown = await convert(readTable, csv, { lastLine: 3 });
  expect(shown).toMatchObject({ text: "id;name\n0;name 0\n1;name 1\n", isPartial: true });
  expect(shown?.notes?.[0]).toMatch(/^Table, .*KB, 2 columns: id, name$/);
  expect(await convert(readTable, "a,b\n1,2\n")).toBeUndefined();
});

test("entities of a document type are not expanded, and external ones are not loaded", async () => {
  const entities = Array.from(
    { length: 9 },
    (_, level) => `<!ENTITY lol${level + 1} "&lol${level};&lol${level};">`,
  ).join("");
  const evil = `<!DOCTYPE x [<!ENTITY lol0 "lol">${entities}<!ENTITY file SYSTEM "file:///etc/passwd">]>`;
  const body = `<w:document>${paragraph("&lol9; &file; &amp;")}</w:document>`;
  const text = (await convert(readDocx, document({ "word/document.xml": evil + body })))?.text;
  expect(text).toBe("&lol9; &file; &\n\n");
});

test("a paragraph and a cell of many megabytes are cut, not collected", async () => {
  const run = `<w:r><w:t>${"x".repeat(1000)}</w:t></w:r>`.repeat(20_000);
  const bodies = [`<w:p>${run}</w:p>`, `<w:tbl><w:tr><w:tc><w:p>${run}</w:p><w:p>${run}</w:p></w:tc></w:tr></w:tbl>`];
  for (const body of bodies) {
    const text = (await convert(readDocx, word(body)))?.text ?? "";
    expect(text).toContain("x".repeat(9000));
    expect(text).toMatch(/ … \[\d+ more\]/);
    expect(text.length).toBeLessThan(20_000);
  }
});

test("encrypted, older, damaged, empty and mislabelled documents are explained or left to others", async () => {
  const ole = Buffer.from("d0cf11e0a1b11ae1", "hex");
  await expect(convert(readDocx, ole)).rejects.toThrow("encrypted with a password, or has the older binary format");
  await expect(convert(readOle, ole)).rejects.toThrow("from before 2007");
  const other = document({ "a.txt": "x" });
  for (const [format, missing] of [
    [readDocx, "no Word document"],
    [readXlsx, "no workbook"],
    [readPptx, "no presentation"],
    [readEpub, "no e-book"],
  ] as const) {
    await expect(convert(format, other)).rejects.toThrow(missing);
    await expect(convert(format, other.subarray(0, 40))).rejects.toThrow("damaged or cut off");
    expect(await convert(format, "plain text")).toBeUndefined();
    expect(await convert(format, "")).toBeUndefined();
  }
});

/** Written by hyparquet-writer: three rows with an id and a name. */
const PARQUET = [
  "UEFSMRUGFRwVIFwVBhUAFQYVABUEFQAAAAMHDCwBAAAAAgAAAAMAAAAVBhUsFTBcFQYVABUGFQAVBBUAAAADBxRMAwAAAEFkYQMA",
  "AABCb2ICAAAAQ3kVBBk8SARyb290FQQAFQIlAhgCaWQAFQwlAhgEbmFtZSUAABYGGRwZLCYIHBUCGRUAGRgCaWQVAhYGFkoWSiYI",
  "PDYAKAQDAAAAGAQBAAAAABkcFQYVABUCAAAAJlIcFQwZFQAZGARuYW1lFQIWBhZaFlomUjw2ACgCQ3kYA0FkYQAZHBUGFQAVAgAA",
  "ABakARYGACgJaHlwYXJxdWV0AJ4AAABQQVIx",
].join("");

test("a Parquet file shows its columns and first rows", async () => {
  const bytes = Buffer.from(PARQUET, "base64");
  const { text } = (await convert(readParquet, bytes)) ?? {};
  expect(text).toMatch(/^3 rows in 1 row groups, /);
  expect(text).toContain("id: INT32\nname: UTF8\n");
  expect(text).toContain("| 2   | Bob  |");
  await expect(convert(readParquet, bytes.subarray(0, 100))).rejects.toThrow("damaged or cut off");
  expect(await convert(readParquet, "")).toBeUndefined();
});
