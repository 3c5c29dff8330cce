import { ToolError } from "../../../tool-error.ts";

type Magic = "magic" | "very" | "none";

/** What is special with and without a backslash, by the switches `\m`, `\v` and `\V`. */
const SPECIAL: Readonly<Record<Magic, { readonly bare: string; readonly escaped: string }>> = {
  magic: { bare: "^$.*[", escaped: "()|+?={<>" },
  very: { bare: "^$.*[()|+?={<>", escaped: "" },
  none: { bare: "", escaped: "^$.*[()|+?={<>" },
};
const CLASSES: Readonly<Record<string, string>> = { a: "[A-Za-z]", ...map("sSdDwW", (each) => `\\${each}`), t: "\\t" };
const SIMPLE: Readonly<Record<string, string>> = {
  ...map(".*()|+?", (each) => each),
  "=": "?",
  "<": "\\b(?=\\w)",
  ">": "\\b(?<=\\w)",
};
/** A repeated group that repeats something itself takes exponential time on some lines. */
const NESTED_REPEAT = /\([^()]*(?:(?<!\\)[*+]|\{\d)[^()]*\)(?:[*+]|\{\d)/;

/** Converts a pattern of Vim to a regular expression for one line. */
export function vimPattern(source: string, { ignoreCase = false } = {}): RegExp {
  const reader = new PatternReader(source);
  const text = reader.read();
  if (NESTED_REPEAT.test(text)) throw refused(source, "it repeats a group that repeats");
  try {
    return new RegExp(text, `u${ignoreCase || reader.ignoresCase ? "i" : ""}`);
  } catch (cause) {
    throw refused(source, cause instanceof Error ? cause.message : String(cause));
  }
}

class PatternReader {
  ignoresCase = false;
  private readonly source: string;
  private magic: Magic = "magic";
  private at = 0;
  private text = "";

  constructor(source: string) {
    this.source = source;
  }

  read(): string {
    while (this.at < this.source.length) {
      const character = this.source[this.at++] ?? "";
      if (character === "\\") this.readEscaped();
      else if (SPECIAL[this.magic].bare.includes(character)) this.addSpecial(character);
      else this.text += literal(character);
    }
    return this.text;
  }

  private readEscaped(): void {
    const character = this.source[this.at++];
    if (character === undefined) throw refused(this.source, "it ends with a backslash");
    if ("vmV".includes(character)) this.magic = ({ v: "very", m: "magic", V: "none" } as const)[character as "v"];
    else if (character === "c" || character === "C") this.ignoresCase = character === "c";
    else if (SPECIAL[this.magic].escaped.includes(character)) this.addSpecial(character);
    else if (CLASSES[character] !== undefined) this.text += CLASSES[character];
    else if (/[A-Za-z0-9]/.test(character)) throw refused(this.source, `\\${character} is not supported`);
    else this.text += literal(character);
  }

  private addSpecial(character: string): void {
    const rest = this.source.slice(this.at);
    if (character === "^") this.text += this.isAtStart() ? "^" : "\\^";
    else if (character === "$") this.text += /^$|^\\?[)|]/.test(rest) ? "$" : "\\$";
    else if (character === "[") this.addSet(rest);
    else if (character === "{") this.addCount(rest);
    else this.text += SIMPLE[character] ?? literal(character);
  }

  private isAtStart(): boolean {
    return this.text === "" || /(?<!\\)[(|]$/.test(this.text);
  }

  /** A bracket without its end is a plain one. */
  private addSet(rest: string): void {
    const [whole, negation = "", content = ""] = /^(\^?)(\]?(?:\\.|[^\]\\])*)\]/.exec(rest) ?? [];
    if (whole === undefined) {
      this.text += "\\[";
      return;
    }
    this.at += whole.length;
    this.text += `[${negation}${content.replace(/^\]/, "\\]").replace(/(?<!\\)\[/g, "\\[")}]`;
  }

  private addCount(rest: string): void {
    const [whole, least = "", most] = /^(\d*)(,\d*)?\\?\}/.exec(rest) ?? [];
    if (whole === undefined) throw refused(this.source, "its {…} is not a count");
    this.at += whole.length;
    this.text += `{${least || "0"}${most ?? (least === "" ? "," : "")}}`;
  }
}

function literal(character: string): string {
  return /[\\^$.*+?()[\]{}|/]/.test(character) ? `\\${character}` : character;
}

function map(characters: string, to: (character: string) => string): Record<string, string> {
  return Object.fromEntries([...characters].map((character) => [character, to(character)]));
}

function refused(source: string, reason: string): ToolError {
  return new ToolError(
    "invalid-argument",
    `The pattern /${source}/ cannot be used: ${reason}. \\V makes it plain text.`,
  );
}
