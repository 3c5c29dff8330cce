/**
 * Tracks the open quotes and brackets of a value while its lines are added. Looks at every character once, whatever the number of lines.
 */
export class YamlNesting {
  private readonly opened: string[] = [];
  private quote = "";
  private escaped = false;
  /** The last character that is not a blank. It tells whether a quote starts a word or is part of one. */
  private before = "";
  private ended = false;
  private problem: string | undefined;

  /** Whether the value continues on the next line. */
  isOpen(): boolean {
    return !this.ended;
  }

  /** Returns why the value cannot be read if no more lines follow: unclosed, closed by the wrong bracket, or nested too deep. */
  describeProblem(): string | undefined {
    if (this.ended) return this.problem;
    return `the ${this.quote || this.opened.at(-1)} is never closed`;
  }

  push(text: string): void {
    for (let index = 0; index < text.length && !this.ended; index++) {
      const character = text[index] ?? "";
      if (this.quote !== "") index += this.pushQuoted(character, text[index + 1]);
      else this.pushPlain(character);
    }
  }

  /** Returns how many of the following characters belong to this one. */
  private pushQuoted(character: string, next: string | undefined): number {
    if (this.escaped) this.escaped = false;
    else if (this.quote === '"' && character === "\\") this.escaped = true;
    else if (character === this.quote && character === "'" && next === "'") return 1;
    else if (character === this.quote) this.closeQuote();
    return 0;
  }

  private closeQuote(): void {
    this.before = this.quote;
    this.quote = "";
    this.ended = this.opened.length === 0;
  }

  private pushPlain(character: string): void {
    if (character === " " || character === "\t") return;
    if (isQuote(character) && "[{,:".includes(this.before)) {
      this.quote = character;
      return;
    }
    this.before = character;
    if (isOpening(character)) this.opened.push(character);
    else if (isClosing(character)) this.close(character);
    if (this.opened.length > DEEPEST) this.problem = `brackets go more than ${DEEPEST} deep`;
    this.ended = this.problem !== undefined || this.opened.length === 0;
  }

  private close(character: "]" | "}"): void {
    const open = this.opened.pop();
    if (open !== undefined && open !== OPENS[character]) this.problem = `${character} closes ${open}`;
  }
}

/** The parser is recursive: untrusted text must not exhaust the stack. */
const DEEPEST = 100;
const OPENS = { "]": "[", "}": "{" } as const;

function isQuote(character: string): boolean {
  return character === '"' || character === "'";
}

function isOpening(character: string): boolean {
  return character === "[" || character === "{";
}

function isClosing(character: string): character is "]" | "}" {
  return character === "]" || character === "}";
}
