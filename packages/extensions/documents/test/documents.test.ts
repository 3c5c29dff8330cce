import { expect, test } from "vitest";
import { readDocx } from "../formats/docx.ts";
import { readEpub } from "../formats/epub.ts";
import { readNotebook } from "../formats/notebook.ts";
import { resolvePart } from "../formats/office-file.ts";
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
    "# Plan\n\nTom & Jerry — fin\n\n  - point\n\n| a | b |\n| --- | --- |\n\n",
  );
});

test("R212: numbers of lists, links, notes, code and headings of any language are kept", async () => {
  const item = (level: number, list: number) =>
    `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`;
  const level = (at: number, format: string) => `<w:lvl w:ilvl="${at}"><w:numFmt w:val="${format}"/></w:lvl>`;
  const body = [
    paragraph("Teil", '<w:pStyle w:val="berschrift2"/><w:tabs><w:tab w:val="left"/></w:tabs>'),
    paragraph("first", item(0, 7)),
    paragraph("inner", item(1, 7)),
    paragraph("second", `${item(0, 7)}<w:pStyle w:val="Compact"/>`),
    paragraph("of a style", '<w:pStyle w:val="Punkte"/>'),
    '<w:p><w:r><w:t>See </w:t></w:r><w:hyperlink r:id="r1"><w:r><w:t>here</w:t></w:r></w:hyperlink><w:r><w:footnoteReference w:id="2"/></w:r></w:p>',
    '<w:p><w:pPr><w:pStyle w:val="Code"/></w:pPr><w:r><w:t>a</w:t><w:br/><w:t xml:space="preserve">  b</w:t></w:r></w:p>',
  ].join("");
  const bytes = document({
    "word/document.xml": `<w:document><w:body>${body}</w:body></w:document>`,
    "word/_rels/document.xml.rels":
      '<Relationships><Relationship Id="r1" Target="https://example.com/x" TargetMode="External"/></Relationships>',
    "word/styles.xml":
      '<w:styles><w:style w:styleId="berschrift2"><w:name w:val="heading 2"/></w:style><w:style w:styleId="Punkte"><w:name w:val="List Bullet"/><w:pPr><w:numPr><w:numId w:val="8"/></w:numPr></w:pPr></w:style></w:styles>',
    "word/numbering.xml": `<w:numbering><w:abstractNum w:abstractNumId="1">${level(0, "decimal")}${level(1, "bullet")}</w:abstractNum><w:abstractNum w:abstractNumId="2">${level(0, "bullet")}</w:abstractNum><w:num w:numId="7"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="8"><w:abstractNumId w:val="2"/></w:num></w:numbering>`,
    "word/footnotes.xml": `<w:footnotes><w:footnote w:id="2">${paragraph("A note.")}</w:footnote></w:footnotes>`,
  });
  expect((await convert(readDocx, bytes))?.text).toBe(
    "## Teil\n\n1. first\n  - inner\n2. second\n- of a style\n\nSee [here](https://example.com/x)[^2]\n\n```\na\n  b\n```\n\n\n## Footnotes\n\n[^2]: A note.\n",
  );
});

test("the text of a text box, which Word writes twice, is read once", async () => {
  const box = paragraph("in the box");
  const drawn = `<mc:Choice><wps:txbx><w:txbxContent>${box}</w:txbxContent></wps:txbx></mc:Choice>`;
  const older = `<mc:Fallback><w:pict><v:textbox><w:txbxContent>${box}</w:txbxContent></v:textbox></w:pict></mc:Fallback>`;
  const body = `<w:p><w:r><w:t>Before.</w:t></w:r><w:r><mc:AlternateContent>${drawn}${older}</mc:AlternateContent></w:r></w:p>`;
  const bytes = document({
    "word/document.xml": `<w:document><w:body>${body}${paragraph("After.")}</w:body></w:document>`,
  });
  expect((await convert(readDocx, bytes))?.text).toBe("Before.\n\nin the box\n\nAfter.\n\n");
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
  const bare = document({ "xl/workbook.xml": '<workbook><sheets><sheet name="Gone" r:id="r1"/></sheets></workbook>' });
  expect((await convert(readXlsx, bare))?.text).toContain("(The file is damaged: this sheet is missing.)");
  expect(await convert(readXlsx, book, { lastLine: 2 })).toMatchObject({
    text: "## Sheet People\nname\t\tborn\n",
    isPartial: true,
  });
});

test("a workbook with more texts than are read says so", async () => {
  const book = document({
    "xl/workbook.xml": '<workbook><sheets><sheet name="A" r:id="r1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": rels("worksheets/sheet1.xml"),
    "xl/sharedStrings.xml": `<sst>${`<si><t>${"x".repeat(1024 * 1024)}</t></si>`.repeat(34)}</sst>`,
    "xl/worksheets/sheet1.xml":
      '<worksheet><sheetData><row><c r="A1" t="s"><v>33</v></c><c r="B1"><v>7</v></c></row></sheetData></worksheet>',
  });
  const shown = await convert(readXlsx, book);
  expect(shown?.text).toBe("\t7\n\n");
  expect(shown?.notes?.[1]).toContain("more than 32 MB of texts");
});

test("R212: a row of a sheet is the line of its number; formulas without values and hidden sheets are shown", async () => {
  const book = document({
    "xl/workbook.xml":
      '<workbook><sheets><sheet name="Sums" r:id="r1"/><sheet name="Keys" state="hidden" r:id="r2"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": rels("worksheets/sheet1.xml", "worksheets/sheet2.xml"),
    "xl/worksheets/sheet1.xml":
      '<worksheet><sheetData><row r="2"><c r="A2"><f>1+1</f><v>2</v></c><c r="B2"><f>SUM(A1:A2)</f><v></v></c></row><row r="5"><c r="A5"><v>5</v></c></row><row r="900"><c r="A900"><v>9</v></c><c r="XFD900"><v>7</v></c></row></sheetData></worksheet>',
    "xl/worksheets/sheet2.xml": '<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData></worksheet>',
  });
  const sums = await convert(readXlsx, book, { name: "a.xlsx", member: "Sums" });
  expect(sums?.text).toBe("\n2\t=SUM(A1:A2)\n\n\n5\n[rows 6 to 899 are empty]\n9\t[16382 empty cells]\t7\n\n");
  expect(sums?.notes).toEqual(["Workbook, sheets: Sums, Keys (hidden). Read one with a.xlsx:Sums"]);
});

test("R212: a slide has its title, the levels of its points and its tables", async () => {
  const said = (text: string, properties = "") => `<a:p>${properties}<a:r><a:t>${text}</a:t></a:r></a:p>`;
  const cell = (text: string) => `<a:tc><a:txBody>${said(text)}</a:txBody></a:tc>`;
  const row = (...cells: string[]) => `<a:tr>${cells.map(cell).join("")}</a:tr>`;
  const deck = document({
    "ppt/presentation.xml": '<p:presentation><p:sldIdLst><p:sldId id="1" r:id="r1"/></p:sldIdLst></p:presentation>',
    "ppt/_rels/presentation.xml.rels": rels("slides/slide1.xml"),
    "ppt/slides/slide1.xml": `<p:sld><p:sp><p:nvPr><p:ph type="title"/></p:nvPr>${said("Goals")}</p:sp><p:sp><p:nvPr><p:ph idx="1"/></p:nvPr>${said("top")}${said("below", '<a:pPr lvl="1"/>')}</p:sp><a:tbl>${row("k", "v")}${row("a|b", "1")}</a:tbl></p:sld>`,
  });
  expect((await convert(readPptx, deck))?.text).toBe(
    "## Slide 1: Goals\ntop\n  - below\n| k | v |\n| --- | --- |\n| a\\|b | 1 |\n\n",
  );
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
  const targets = ["a%20%C3%BC.xhtml#top", "a ü.xhtml", "../b.xhtml", "/OPS/c.xhtml", "100%.xhtml"];
  const parts = ["O #1 ä/a ü.xhtml", "O #1 ä/a ü.xhtml", "b.xhtml", "OPS/c.xhtml", "O #1 ä/100%.xhtml"];
  expect(targets.map((target) => resolvePart("O #1 ä/", target))).toEqual(parts);
  expect(resolvePart("x/", "%FF.xhtml")).toBe("x/%FF.xhtml");
});

test("R212: lists, code and tables of an e-book keep their form", async () => {
  const chapter = `<html><body><ol><li><p>one</p><ul><li>inner</li></ul></li><li>two</li></ol><pre><code>def f():
    return 1</code></pre><table><tr><th>a</th><th>b</th></tr><tr><td><p>1</p></td><td>2</td></tr></table><div>Bare<p>Next</p></div></body></html>`;
  const book = document({
    "META-INF/container.xml": '<container><rootfiles><rootfile full-path="book.opf"/></rootfiles></container>',
    "book.opf":
      '<package><manifest><item id="a" href="a.xhtml"/></manifest><spine><itemref idref="a"/></spine></package>',
    "a.xhtml": chapter,
  });
  expect((await convert(readEpub, book))?.text).toBe(
    "1. one\n  - inner\n2. two\n\n```\ndef f():\n    return 1\n```\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\nBare\n\nNext\n\n",
  );
});

test("R212: a PDF is read page by page, and pages can be named", async () => {
  const pdf = makePdf(["Hello (one)\nand more", "", "three"]);
  expect((await convert(readPdf, pdf, { name: "a.pdf" }))?.text).toBe(
    "[Page 1]\nHello (one)\nand more\n\n[Page 2]\n(no text on this page)\n\n[Page 3]\nthree\n\n",
  );
  const row = "BT /F1 12 Tf 72 720 Td (Long name) Tj 200 0 Td (12) Tj 100 0 Td (3.50) Tj ET";
  const columns = makePdf([{ stream: row, filter: "" }]);
  expect((await convert(readPdf, columns))?.text).toBe("Long name\t12\t3.50\n\n");
  expect((await convert(readPdf, pdf, { member: "p3" }))?.text).toContain("three");
  await expect(convert(readPdf, pdf, { member: "p9" })).rejects.toThrow("it has only the pages 1 to 3");
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

test("of a damaged PDF the pages that can be read are shown", async () => {
  const pages = makePdf(["one", "two", "three"]).toString("latin1");
  const damaged = pages.replace("6 0 obj", "6 0 bad");
  const shown = await convert(readPdf, Buffer.from(damaged, "latin1"));
  expect(shown?.text).toContain("[Page 1]\none\n\n[Page 2]\n(this page is damaged)\n");
  const none = Buffer.from(damaged, "latin1");
  await expect(convert(readPdf, none, { member: "p2" })).rejects.toThrow("it is damaged or cut off. What is left");
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
  const odd = [
    null,
    5,
    { source: null },
    { cell_type: "code", source: [1], outputs: [null, { traceback: null }, "x"] },
  ];
  const kept = await convert(readNotebook, JSON.stringify({ cells: [...odd, { cell_type: "code", source: "kept" }] }));
  expect(kept?.text).toContain("# %% [unknown] cell:1\n");
  expect(kept?.text).toContain("# %% [code] cell:5\nkept\n");
});

test("RTF is read without its tables of fonts and colours", async () => {
  const rtf = String.raw`{\rtf1\ansi{\fonttbl{\f0 Arial;}}{\*\generator x;}Caf\'e9 \u8364? \{x\}\par next\tab cell}`;
  expect((await convert(readRtf, rtf))?.text).toBe("Café € {x}\nnext\tcell\n");
  expect(await convert(readRtf, "no rtf")).toBeUndefined();
  const table = String.raw`{\rtf1\ansi\ansicpg1251 \'cf\'f0\'e8\par \trowd\pard\intbl a\cell b\par c\cell\row\trowd\pard\intbl 1\cell 2\cell\row\pard end}`;
  expect((await convert(readRtf, table))?.text).toBe("При\n| a | b c |\n| 1 | 2 |\nend\n");
});

test("a large table is shown from its beginning with the names of its columns; a small one is left as text", async () => {
  const rows = Array.from({ length: 30_000 }, (_, index) => `${index};name ${index}`);
  const csv = `id;name\n${rows.join("\n")}\n`;
  const shown = await convert(readTable, csv, { lastLine: 3 });
  expect(shown).toMatchObject({ text: "id;name\n0;name 0\n1;name 1\n", isPartial: true });
  expect(shown?.notes?.[0]).toMatch(/^Table, .*KB, 2 columns: id, name$/);
  const quoted = await convert(readTable, `"id","na;me, first","line\none"\n${rows.join("\n")}`, { lastLine: 3 });
  expect(quoted?.notes?.[0]).toMatch(/KB, 3 columns: id, na;me, first, line one$/);
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
  await expect(convert(readDocx, ole)).rejects.toThrow(
    "encrypted with a password, or has the binary format from before 2007",
  );
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
