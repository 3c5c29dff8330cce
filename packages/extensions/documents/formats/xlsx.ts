import { type Format, type FormatInput, LimitedText } from "../format.ts";
import { OfficeFile } from "./office-file.ts";

const WORKBOOK = "xl/workbook.xml";
const MAX_SHARED_CHARACTERS = 32 * 1024 * 1024;

interface Sheet {
  readonly name: string;
  readonly part: string;
  readonly isHidden: boolean;
}

/** Shows the sheets of a workbook as tab-separated rows. A member names one sheet. */
export const readXlsx: Format = async (input) => {
  const file = await OfficeFile.open(input.source);
  if (!file) return undefined;
  if (!file.has(WORKBOOK)) throw new Error("it is no workbook: it has no xl/workbook.xml");
  const { sheets, startsIn1904 } = await readWorkbook(file);
  const { member } = input;
  const chosen =
    member === undefined ? sheets : sheets.filter(({ name }) => name.toLowerCase() === member.toLowerCase());
  if (chosen.length === 0)
    throw new Error(`there is no sheet ${member}. It has ${sheets.map(({ name }) => name).join(", ")}`);
  const { strings, isCut } = await sharedStrings(file);
  const values = { strings, dates: await dateStyles(file), startsIn1904 };
  const text = new LimitedText(input);
  for (const { name, part } of chosen) {
    if (chosen.length > 1 && !text.add(`## Sheet ${name}`)) break;
    if (!file.has(part)) text.add("(The file is damaged: this sheet is missing.)");
    await showSheet(file, part, values, text, input);
    if (text.isFull || !text.add("")) break;
  }
  const list = sheets.map(({ name, isHidden }) => (isHidden ? `${name} (hidden)` : name)).join(", ");
  const notes = [`Workbook, sheets: ${list}. Read one with ${input.name}:${sheets[0]?.name}`];
  return text.result(isCut ? [...notes, TOO_MANY_STRINGS] : notes);
};

async function readWorkbook(file: OfficeFile): Promise<{ sheets: Sheet[]; startsIn1904: boolean }> {
  const targets = await file.targets(WORKBOOK);
  const sheets: Sheet[] = [];
  let startsIn1904 = false;
  await file.walk(WORKBOOK, {
    open: (tag, attributes) => {
      if (tag === "workbookPr") startsIn1904 = /^(?:1|true)$/.test(attributes().date1904 ?? "");
      if (tag !== "sheet") return;
      const { name = "", "r:id": id = "", state = "visible" } = attributes();
      sheets.push({ name, part: targets.get(id) ?? "", isHidden: state !== "visible" });
    },
  });
  return { sheets, startsIn1904 };
}

const TOO_MANY_STRINGS =
  "The workbook has more than 32 MB of texts; cells with those at the end are empty here. Use bash with python and openpyxl for all of them";

async function sharedStrings(file: OfficeFile): Promise<{ strings: string[]; isCut: boolean }> {
  const strings: string[] = [];
  let current = "";
  let isText = false;
  let isPhonetic = false;
  let total = 0;
  await file.walk("xl/sharedStrings.xml", {
    isDone: () => total > MAX_SHARED_CHARACTERS,
    open: (name) => {
      if (name === "si") current = "";
      else if (name === "rPh") isPhonetic = true;
      else if (name === "t") isText = !isPhonetic;
    },
    text: (part) => {
      if (isText) current += part;
    },
    close: (name) => {
      if (name === "t") isText = false;
      else if (name === "rPh") isPhonetic = false;
      else if (name === "si") {
        strings.push(current);
        total += current.length;
      }
    },
  });
  return { strings, isCut: total > MAX_SHARED_CHARACTERS };
}

const BUILT_IN_DATES: ReadonlySet<number> = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47]);

/** Resolves to the indexes of the cell styles that show a number as a date. */
async function dateStyles(file: OfficeFile): Promise<Set<number>> {
  const custom = new Set<number>();
  const dates = new Set<number>();
  let isCells = false;
  let index = 0;
  await file.walk("xl/styles.xml", {
    open: (name, attributes) => {
      if (name === "cellXfs") isCells = true;
      if (name === "numFmt") {
        const { numFmtId, formatCode = "" } = attributes();
        if (/[ymdhs]/i.test(formatCode.replace(/"[^"]*"|\[[^\]]*\]|\\./g, ""))) custom.add(Number(numFmtId));
      }
      if (name !== "xf" || !isCells) return;
      const format = Number(attributes().numFmtId);
      if (BUILT_IN_DATES.has(format) || custom.has(format)) dates.add(index);
      index++;
    },
    close: (name) => {
      if (name === "cellXfs") isCells = false;
    },
  });
  return dates;
}

interface CellValues {
  readonly strings: readonly string[];
  readonly dates: ReadonlySet<number>;
  readonly startsIn1904: boolean;
}

const PROGRESS_ROWS = 20_000;
/** As many empty rows are lines of their own, so that a row of a sheet is the line of its number. */
const MAX_EMPTY_ROWS = 100;

async function showSheet(file: OfficeFile, part: string, values: CellValues, text: LimitedText, input: FormatInput) {
  let row: string[] = [];
  let cell: Readonly<Record<string, string>> = {};
  let [value, formula] = ["", ""];
  let inside: "value" | "formula" | undefined;
  let rows = 0;
  await file.walk(part, {
    isDone: () => text.isFull,
    open: (name, attributes) => {
      if (name === "row") {
        rows = addEmptyRows(text, rows, Number(attributes().r));
        row = [];
      } else if (name === "c") [cell, value, formula] = [attributes(), "", ""];
      else if (name === "v" || name === "t") inside = "value";
      else if (name === "f") inside = "formula";
    },
    text: (said) => {
      if (inside === "value") value += said;
      else if (inside === "formula") formula += said;
    },
    close: (name) => {
      if (name === "v" || name === "t" || name === "f") inside = undefined;
      else if (name === "c") {
        row[columnOf(cell.r ?? "", row.length)] = computed(formula, value) ?? cellText(cell, value, values);
      } else if (name === "row" && !text.isFull) {
        text.add(rowText(row));
        if (++rows % PROGRESS_ROWS === 0) input.report(`${rows} rows…`);
      }
    },
  });
}

/** As many empty cells are shown; of more only their number. */
const MAX_EMPTY_CELLS = 50;
const GAP = new RegExp(`(?<=^|\\t)\\t{${MAX_EMPTY_CELLS},}`, "g");

function rowText(row: readonly (string | undefined)[]): string {
  const line = Array.from(row, (each) => (each ?? "").replace(/\s+/g, " ")).join("\t");
  return row.length > MAX_EMPTY_CELLS ? line.replace(GAP, (tabs) => `[${tabs.length} empty cells]\t`) : line;
}

/** Returns the formula itself where the program that wrote the file has not computed it, and so has stored no value. */
function computed(formula: string, value: string): string | undefined {
  return value === "" && formula !== "" ? `=${formula}` : undefined;
}

/** Adds the empty rows before the row of this number, which the file leaves out. Returns how many rows there are then. */
function addEmptyRows(text: LimitedText, rows: number, next: number): number {
  const missing = next - 1 - rows;
  if (!(missing > 0)) return rows;
  text.add(missing > MAX_EMPTY_ROWS ? `[rows ${rows + 1} to ${next - 1} are empty]` : "\n".repeat(missing - 1));
  return next - 1;
}

const MAX_COLUMNS = 16_384;

/** Returns the column of a cell such as `AB12`, counted from 0. Cells without a reference follow each other. */
function columnOf(reference: string, next: number): number {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0];
  if (letters === undefined) return next;
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return Math.min(MAX_COLUMNS, column);
}

function cellText({ t: type, s: style }: Readonly<Record<string, string>>, value: string, values: CellValues): string {
  if (type === "s") return values.strings[Number(value)] ?? "";
  if (type === "b") return value === "1" ? "TRUE" : "FALSE";
  if (type === undefined || type === "n") return values.dates.has(Number(style)) ? dateText(value, values) : value;
  return value;
}

const DAY_MS = 86_400_000;

/** Days since the end of 1899, as spreadsheets count them. */
function dateText(value: string, { startsIn1904 }: CellValues): string {
  const days = Number(value) + (startsIn1904 ? 1462 : 0);
  if (value === "" || !Number.isFinite(days) || days < 0 || days > 2_958_466) return value;
  const date = new Date(Math.round(Date.UTC(1899, 11, 30) + days * DAY_MS)).toISOString();
  if (days < 1) return date.slice(11, 19);
  return Number.isInteger(days) ? date.slice(0, 10) : date.slice(0, 19).replace("T", " ");
}
