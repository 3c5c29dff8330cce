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
  row: "\n",
  cell: "\t",
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
    else if (hex !== undefined) text.say(CODE_PAGE.decode(Uint8Array.of(Number.parseInt(hex, 16))));
    else if (plain !== undefined) text.say(plain);
  }
  return text.out;
}

const CODE_PAGE = new TextDecoder("windows-1252");

class RtfText {
  out = "";
  private readonly groups: Group[] = [];
  private group: Group = { isHidden: false, fallbacks: 1 };
  private toSkip = 0;

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
    else if (word === "uc") this.group = { ...this.group, fallbacks: Number(number ?? 1) };
    else if (word !== "u") this.say(BREAKS[word] ?? "");
    else {
      this.toSkip = 0;
      this.say(String.fromCharCode((Number(number) + 65_536) % 65_536));
      this.toSkip = this.group.fallbacks;
    }
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
