import { latePattern } from "../../text/late-pattern.ts";
import { isTransparent, latexSymbols } from "./symbols.ts";

export interface RenderLatexOptions {
  /** Whether the formula is a block of its own. It is still drawn on one line. */
  display?: boolean;
}

const MAX_SOURCE = 2_000;
const MAX_DEPTH = 30;

/** Renders a simple formula as Unicode text. Returns undefined if it contains an unknown command. */
export function renderLatex(source: string, _options: RenderLatexOptions = {}): string | undefined {
  if (source.length > MAX_SOURCE) return undefined;
  const reader = new FormulaReader(source);
  const text = reader.readSequence(0);
  return text === undefined || !reader.isAtEnd ? undefined : text.replace(/ +/g, " ").trim();
}

class FormulaReader {
  private readonly source: string;
  private index = 0;

  constructor(source: string) {
    this.source = source;
  }

  get isAtEnd(): boolean {
    return this.index >= this.source.length;
  }

  /** Reads up to the end or a closing brace. */
  readSequence(depth: number): string | undefined {
    let text = "";
    while (!this.isAtEnd && this.peek() !== "}") {
      const part = this.readPart(depth);
      if (part === undefined) return undefined;
      text += part;
    }
    return text;
  }

  private readPart(depth: number): string | undefined {
    const character = this.peek();
    if (character === "^") return this.readScript(depth, latexSymbols().superscripts, "^");
    if (character === "_") return this.readScript(depth, latexSymbols().subscripts, "_");
    if (character === "&" || character === "%" || character === "$" || character === "#") return undefined;
    if (/\s/.test(character)) return this.readSpaces();
    return this.readAtom(depth);
  }

  private readSpaces(): string {
    while (/\s/.test(this.peek())) this.index++;
    return " ";
  }

  /** Reads the operand of an operator: a group, a command or a character. */
  private readAtom(depth: number): string | undefined {
    if (depth > MAX_DEPTH || this.isAtEnd) return undefined;
    if (this.peek() === "{") return this.readGroup(depth);
    return this.peek() === "\\" ? this.readCommand(depth) : this.take();
  }

  private readGroup(depth: number): string | undefined {
    this.index++;
    const text = this.readSequence(depth + 1);
    if (text === undefined || this.peek() !== "}") return undefined;
    this.index++;
    return text;
  }

  private readScript(depth: number, characters: ReadonlyMap<string, string>, mark: string): string | undefined {
    this.index++;
    const text = this.readAtom(depth);
    if (text === undefined || text === "") return undefined;
    const raised = [...text].map((character) => characters.get(character));
    if (raised.every((character) => character !== undefined)) return raised.join("");
    return [...text].length === 1 ? mark + text : `${mark}(${text})`;
  }

  private readCommand(depth: number): string | undefined {
    this.index++;
    const name = /^(?:[A-Za-z]+|.)/s.exec(this.source.slice(this.index, this.index + 32))?.[0] ?? "";
    this.index += name.length;
    if (/^[{}%$#&_ |]$/.test(name)) return name;
    if (/^(?:[,;:!]|q?quad)$/.test(name)) return name === "!" ? "" : " ";
    if (name === "left" || name === "right") return this.readDelimiter();
    return latexSymbols().symbols.get(name) ?? this.readWithArgument(name, depth);
  }

  private readDelimiter(): string | undefined {
    if (this.peek() === ".") return this.take() && "";
    return this.peek() === "\\" ? this.readCommand(MAX_DEPTH) : this.take();
  }

  private readWithArgument(name: string, depth: number): string | undefined {
    if (name === "frac" || name === "dfrac" || name === "tfrac") return this.readFraction(depth);
    const accent = latexSymbols().accents.get(name);
    const isKnown = accent !== undefined || name === "sqrt" || name === "mathbb" || isTransparent(name);
    if (!isKnown) return undefined;
    this.skipSpaces();
    const argument = this.readAtom(depth + 1);
    if (argument === undefined) return undefined;
    if (accent !== undefined) return [...argument].map((character) => character + accent).join("");
    if (name === "sqrt") return `√${grouped(argument)}`;
    return name === "mathbb" ? (latexSymbols().blackboard.get(argument) ?? argument) : argument;
  }

  private readFraction(depth: number): string | undefined {
    this.skipSpaces();
    const over = this.readAtom(depth + 1);
    this.skipSpaces();
    const under = over === undefined ? undefined : this.readAtom(depth + 1);
    return over === undefined || under === undefined ? undefined : `${grouped(over)}/${grouped(under)}`;
  }

  private skipSpaces(): void {
    while (/\s/.test(this.peek())) this.index++;
  }

  private peek(): string {
    return this.source.charAt(this.index);
  }

  private take(): string {
    const character = String.fromCodePoint(this.source.codePointAt(this.index) ?? 0x20);
    this.index += character.length;
    return character;
  }
}

const oneTerm = latePattern(String.raw`^[\p{L}\p{N}\p{M}∞′⁰¹²³⁴-⁹ⁿⁱᵏ₀-₉ₙᵢₖ]+$`);

/** Adds brackets, except around a single term. */
function grouped(text: string): string {
  const term = text.trim();
  return oneTerm().test(term) ? term : `(${term})`;
}
