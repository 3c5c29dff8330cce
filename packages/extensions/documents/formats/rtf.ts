import { type Format, LimitedText } from "../format.ts";

const MAX_BYTES = 64 * 1024 * 1024;
/** Groups whose content is not text of the document. */
const DESTINATIONS: ReadonlySet<string> = new Set([
  "fonttbl",
  "colortbl",
  "stylesheet",
  "info",
  "pict",
  "object",
  "header",
  "footer",
  "themedata",
  "datastore",
  "listtable",
  "listoverridetable",
  "rsidtbl",
  "generator",
  "xmlnstbl",
  "latentstyles",
  "fldinst",
]);
const BREAKS: Readonly<Record<string, string>> = {
  par: "\n",
  line: "\n",
  sect: "\n",
  page: "\n",
  tab: "\t",
  emdash: "—",
  endash: "–",
  bullet: "•",
  lquote: "‘",
  rquote: "’",
  ldblquote: "“",
  rdblquote: "”",
};
const TOKEN = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|([^\\{}\r\n]+)|[\r\n]+|\\/gi;

/** Shows the text of an RTF document. */
export const readRtf: Format = async (input) => {
  const { source } = input;
  if ((await source.read(0, 5)).toString("latin1") !== "{\\rtf") return undefined;
  const text = new LimitedText(input);
  text.add(plainText((await source.read(0, Math.min(source.size, MAX_BYTES))).toString("latin1")).trim());
  return text.result();
};

interface Group {
  readonly isHidden: boolean;
  /** How many characters follow a Unicode character for programs that do not know it. */
  readonly fallbacks: number;
}

function plainText(rtf: string): string {
  const text = new RtfText();
  for (const [, word, number, hex, symbol, brace, plain] of rtf.matchAll(TOKEN)) {
    if (brace !== undefined) text.brace(brace);
    else if (word !== undefined) text.word(word, number);
    else if (symbol !== undefined) text.symbol(symbol);
    else if (hex !== undefined) text.byte(Number.parseInt(hex, 16));
    else if (plain !== undefined) text.say(plain);
  }
  return text.out;
}

class RtfText {
  out = "";
  private readonly groups: Group[] = [];
  private group: Group = { isHidden: false, fallbacks: 1 };
  private toSkip = 0;
  private codePage = new TextDecoder("windows-1252");
  /** The cells of the current row of a table. */
  private readonly cells: string[] = [];
  /** Where the text of the current cell begins. */
  private cellStart: number | undefined;

  say(text: string): void {
    const kept = text.slice(Math.min(this.toSkip, text.length));
    this.toSkip -= text.length - kept.length;
    if (!this.group.isHidden) this.out += kept;
  }

  brace(brace: string): void {
    if (brace === "{") this.groups.push(this.group);
    else this.group = this.groups.pop() ?? this.group;
  }

  word(word: string, number: string | undefined): void {
    if (DESTINATIONS.has(word)) this.group = { ...this.group, isHidden: true };
    else if (this.group.isHidden && word !== "u") return;
    else if (word === "ansicpg") this.codePage = decoderOf(Number(number));
    else if (word === "intbl") this.cellStart ??= this.out.length;
    else if (word === "cell") this.endCell();
    else if (word === "row") this.endRow();
    else if (word === "uc") this.group = { ...this.group, fallbacks: Number(number ?? 1) };
    else if (word !== "u") this.say(BREAKS[word] ?? "");
    else {
      this.toSkip = 0;
      this.say(String.fromCharCode((Number(number) + 65_536) % 65_536));
      this.toSkip = this.group.fallbacks;
    }
  }

  /** A character of the document's code page. Those of several bytes arrive one by one. */
  byte(byte: number): void {
    this.say(this.codePage.decode(Uint8Array.of(byte), { stream: true }));
  }

  private endCell(): void {
    const start = this.cellStart ?? this.out.length;
    this.cells.push(this.out.slice(start).replace(/\s+/g, " ").trim());
    this.out = this.out.slice(0, start);
    this.cellStart = start;
  }

  private endRow(): void {
    if (this.cells.length > 0) this.out += `| ${this.cells.splice(0).join(" | ")} |\n`;
    this.cellStart = undefined;
  }

  symbol(symbol: string): void {
    if (symbol === "*") this.group = { ...this.group, isHidden: true };
    else this.say(SYMBOLS[symbol] ?? "");
  }
}

const SYMBOLS: Readonly<Record<string, string>> = {
  "\\": "\\",
  "{": "{",
  "}": "}",
  "~": " ",
  _: "-",
  "\n": "\n",
  "\r": "\n",
};

/** East Asian code pages have other names than their numbers. */
const NAMES: Readonly<Record<number, string>> = {
  932: "shift_jis",
  936: "gbk",
  949: "euc-kr",
  950: "big5",
  65001: "utf-8",
};

function decoderOf(codePage: number): TextDecoder {
  const name = NAMES[codePage] ?? `windows-${codePage}`;
  try {
    return new TextDecoder(name);
  } catch (error) {
    if (error instanceof RangeError) return new TextDecoder("windows-1252");
    throw error;
  }
}
