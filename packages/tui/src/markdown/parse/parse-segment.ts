import { readBareMail, readBareUrl, readBracketed } from "./autolink.ts";
import { hasOpenEmphasis, type InlineNode, readDelimiterRun, resolveEmphasis } from "./emphasis.ts";
import { readLatex } from "./latex.ts";
import { readLinkTarget } from "./link-target.ts";
import { type InlineToken, type LinkDefinitions, normalizeLabel } from "./tokens.ts";

export interface InlineOptions {
  readonly definitions: LinkDefinitions;
  readonly latex: boolean;
}

/** Parses the inline elements of one segment; see `parseInline` for long texts. */
export function parseSegment(text: string, options: InlineOptions): InlineToken[] {
  if (!SPECIAL.test(text)) return text === "" ? [] : [{ type: "text", text }];
  return new InlineParser(text, options).parse();
}

/** Returns whether the text ends inside an element that the following text could still complete. */
export function leavesOpen(text: string, options: InlineOptions): boolean {
  return SPECIAL.test(text) && new InlineParser(text, options).leavesOpen();
}

/** Text that does not match this contains no inline elements. */
const SPECIAL = /[\\`*_~[\]<!$@\n]|:\/\/|www\./i;
const ESCAPABLE = /[!-/:-@[-`{-~]/;
const MAX_LABEL = 1000;
const UNCLOSED_TAG = /<[A-Za-z/!?][^<>]*$/;
const MAY_BE_FORMULA = /\$|\\[([]/;
const MAX_FORMULA = 500;

interface Bracket {
  /** The index in `nodes` where the content begins. */
  readonly node: number;
  /** The index in the text where the content begins. */
  readonly start: number;
  readonly isImage: boolean;
  isActive: boolean;
}

class InlineParser {
  private readonly text: string;
  private readonly options: InlineOptions;
  private readonly hasUrls: boolean;
  private nodes: InlineNode[] = [];
  private brackets: Bracket[] = [];
  /** Lengths of backtick runs that are known to have no closing run in the rest of the text. */
  private readonly unclosed = new Set<number>();
  private at = 0;
  private plainStart = 0;

  constructor(text: string, options: InlineOptions) {
    this.text = text;
    this.options = options;
    this.hasUrls = /:\/\/|www\./i.test(text);
  }

  parse(): InlineToken[] {
    this.readAll();
    return resolveEmphasis(this.nodes);
  }

  leavesOpen(): boolean {
    this.readAll();
    if (this.unclosed.size > 0 || this.brackets.some((bracket) => bracket.isActive)) return true;
    if (UNCLOSED_TAG.test(this.text) || MAY_BE_FORMULA.test(this.text.slice(-MAX_FORMULA))) return true;
    return hasOpenEmphasis(this.nodes);
  }

  private readAll(): void {
    while (this.at < this.text.length) {
      const before = this.at;
      if (!this.readSpecial(this.text.charCodeAt(this.at))) this.at = before + 1;
    }
    this.flush(this.at);
  }

  /** Returns false if the character has no special meaning here. */
  private readSpecial(code: number): boolean {
    switch (code) {
      case 0x0a:
        return this.readLineEnd();
      case 0x5c:
        return this.readFormula() || this.readEscape();
      case 0x24:
        return this.readFormula();
      case 0x60:
        return this.readCode();
      case 0x2a:
      case 0x5f:
      case 0x7e:
        return this.readDelimiters();
      case 0x21:
        return this.text.charCodeAt(this.at + 1) === 0x5b && this.openBracket("image");
      case 0x5b:
        return this.openBracket("link");
      case 0x5d:
        return this.closeBracket();
      case 0x3c:
        return this.take(readBracketed(this.text, this.at));
      case 0x40:
        return this.readMail();
      case 0x48:
      case 0x57:
      case 0x68:
      case 0x77:
        return this.hasUrls && this.readUrl();
      default:
        return false;
    }
  }

  private push(node: InlineNode, length: number): true {
    this.flush(this.at);
    this.nodes.push(node);
    this.at += length;
    this.plainStart = this.at;
    return true;
  }

  private take(found: { token: InlineToken; length: number } | undefined): boolean {
    return found !== undefined && this.push(found.token, found.length);
  }

  private flush(end: number): void {
    if (end > this.plainStart) this.nodes.push({ type: "text", text: this.text.slice(this.plainStart, end) });
    this.plainStart = end;
  }

  /** Reads a line end. Two or more blanks before it make a line break; a single blank is dropped. */
  private readLineEnd(): boolean {
    const newline = this.at;
    let end = newline;
    while (end > this.plainStart && this.text.charCodeAt(end - 1) === 0x20) end--;
    if (end === newline) return false;
    this.at = end;
    return this.push(newline - end > 1 ? { type: "break" } : { type: "text", text: "\n" }, newline - end + 1);
  }

  private readEscape(): boolean {
    const next = this.text.charAt(this.at + 1);
    if (next === "\n") return this.push({ type: "break" }, 2);
    return ESCAPABLE.test(next) && this.push({ type: "escape", text: next, raw: `\\${next}` }, 2);
  }

  private readFormula(): boolean {
    return this.options.latex && this.take(readLatex(this.text, this.at));
  }

  private readCode(): boolean {
    const start = this.at;
    const length = runLength(this.text, start);
    const close = this.unclosed.has(length) ? -1 : findRun(this.text, start + length, length);
    if (close < 0) {
      this.unclosed.add(length);
      this.at = start + length;
      return true;
    }
    const code = this.text.slice(start + length, close).replaceAll("\n", " ");
    const isPadded = code.startsWith(" ") && code.endsWith(" ") && code.trim() !== "";
    return this.push({ type: "codespan", text: isPadded ? code.slice(1, -1) : code }, close + length - start);
  }

  private readDelimiters(): boolean {
    const run = readDelimiterRun(this.text, this.at);
    // Single tildes are common in prose (`~5 files`): only double ones strike out.
    if (run.character === "~" && run.length !== 2) {
      this.at += run.length;
      return true;
    }
    return this.push(run, run.length);
  }

  private openBracket(kind: "image" | "link"): true {
    const isImage = kind === "image";
    const length = isImage ? 2 : 1;
    this.push({ type: "text", text: isImage ? "![" : "[" }, length);
    this.brackets.push({ node: this.nodes.length, start: this.at, isImage, isActive: true });
    return true;
  }

  private closeBracket(): boolean {
    const bracket = this.brackets.pop();
    if (!bracket?.isActive) return false;
    const label = this.text.slice(bracket.start, this.at);
    const target = readLinkTarget(this.text, this.at + 1) ?? this.readReference(label);
    if (!target) return false;
    this.flush(this.at);
    const inside = resolveEmphasis(this.nodes.slice(bracket.node));
    const tokens = bracket.isImage ? inside : withoutLinks(inside);
    const text = textOf(tokens);
    this.nodes.length = bracket.node - 1;
    const { href, end } = target;
    this.push({ type: "link", href, text: bracket.isImage ? text || "image" : text, tokens }, end - this.at);
    // Links cannot contain links.
    if (!bracket.isImage) for (const outer of this.brackets) if (!outer.isImage) outer.isActive = false;
    return true;
  }

  /** Reads `[text][label]`, `[label][]` or `[label]`. */
  private readReference(content: string): { href: string; end: number } | undefined {
    if (this.options.definitions.size === 0) return undefined;
    const next = this.at + 1;
    const close = this.text.charAt(next) === "[" ? this.text.indexOf("]", next) : -1;
    const written = close > 0 && close - next < MAX_LABEL ? this.text.slice(next + 1, close) : "";
    const label = written || content;
    const href = label.length < MAX_LABEL ? this.options.definitions.get(normalizeLabel(label)) : undefined;
    return href === undefined ? undefined : { href, end: close > 0 ? close + 1 : next };
  }

  private readUrl(): boolean {
    return this.take(readBareUrl(this.text, this.at, this.brackets.length > 0 ? "brackets" : "text"));
  }

  private readMail(): boolean {
    const mail = readBareMail(this.text, this.at);
    if (!mail || mail.start < this.plainStart) return false;
    this.at = mail.start;
    return this.push(mail.token, mail.end - mail.start);
  }
}

function runLength(text: string, start: number): number {
  let end = start;
  while (text.charCodeAt(end) === 0x60) end++;
  return end - start;
}

/** Returns the start of the next run of exactly `length` backticks. */
function findRun(text: string, from: number, length: number): number {
  for (let at = text.indexOf("`", from); at >= 0; ) {
    const found = runLength(text, at);
    if (found === length) return at;
    at = text.indexOf("`", at + found);
  }
  return -1;
}

/** Turns bare addresses inside the text of a link into plain text, since links cannot contain links. Images stay. */
function withoutLinks(tokens: readonly InlineToken[]): InlineToken[] {
  return tokens.map((token) =>
    token.type === "link" && isBare(token.text) ? { type: "text", text: token.text } : token,
  );
}

function isBare(text: string): boolean {
  return /^(?:https?:|www\.|\S+@)/i.test(text);
}

function textOf(tokens: readonly InlineToken[]): string {
  return tokens
    .map((token) => ("text" in token ? token.text : "tokens" in token ? textOf(token.tokens) : " "))
    .join("");
}
