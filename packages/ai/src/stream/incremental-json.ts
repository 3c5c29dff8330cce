import type { JsonObject, JsonValue } from "../contract/json.ts";

/**
 * Parses JSON text that arrives in pieces, each character once. `value` is the value of the text so far:
 *
 * - an open string has its characters so far, without an unfinished escape;
 * - an open container has its finished members, without a key that has no value;
 * - a number appears as soon as its digits form one, a literal with its first letter.
 *
 * Repairs two mistakes of models: raw control characters inside strings, and unknown escapes (`\p` stays `\p`). Any other mistake stops the
 * reader, as does nesting too deep to copy or serialize; `value` then keeps what was known before. Never throws.
 *
 * `value` is live: reading it costs nothing, and the returned object keeps growing with the text.
 */
export class IncrementalJson {
  private root: JsonValue | undefined;
  private readonly open: Frame[] = [];
  private state: State = "value";
  private token = "";
  private escape: string | undefined;
  private lastUnit = 0;

  push(text: string): void {
    let index = 0;
    while (index < text.length && this.state !== "broken") index = this.step(text, index);
  }

  /** True once the root value is closed and only blanks followed. */
  get isComplete(): boolean {
    if (this.state === "number" && this.open.length === 0) return COMPLETE_NUMBER.test(this.token);
    return this.state === "end";
  }

  get value(): JsonValue | undefined {
    if (this.state === "string") this.place(isHighSurrogate(this.lastUnit) ? this.token.slice(0, -1) : this.token);
    else if (this.state === "number") this.placeNumber();
    return this.root;
  }

  private step(text: string, index: number): number {
    switch (this.state) {
      case "string":
      case "key":
        return this.readString(text, index);
      case "number":
        return this.readNumber(text, index);
      case "literal":
        return this.readLiteral(text, index);
      default:
        if (!isBlank(text.charCodeAt(index))) this.readStructure(text.charAt(index));
        return index + 1;
    }
  }

  private readStructure(char: string): void {
    const { state } = this;
    if (char === this.closer()) this.closeContainer();
    else if (state === "value" || state === "first-element") this.startValue(char);
    else if (state === "colon" && char === ":") this.state = "value";
    else if ((state === "first-key" || state === "next-key") && char === '"') this.startToken("key");
    else if (state === "after-value" && char === ",") this.continueContainer();
    else this.state = "broken";
  }

  /** Returns the character that may close the innermost container at this point. */
  private closer(): "}" | "]" | undefined {
    if (this.state === "first-key") return "}";
    if (this.state === "first-element") return "]";
    if (this.state !== "after-value") return undefined;
    return typeof this.open.at(-1)?.slot === "number" ? "]" : "}";
  }

  private startValue(char: string): void {
    if (char === '"') this.startToken("string");
    else if (char === "{") this.openContainer({ value: {}, slot: "" }, "first-key");
    else if (char === "[") this.openContainer({ value: [], slot: 0 }, "first-element");
    else if (char === "-" || isDigit(char.charCodeAt(0))) this.startToken("number", char);
    else if (char in LITERALS) {
      this.startToken("literal", char);
      this.place(literalOf(char).value);
    } else this.state = "broken";
  }

  private readString(text: string, start: number): number {
    const { state } = this;
    let index = start;
    while (index < text.length && this.state === state) {
      if (this.escape !== undefined) {
        this.readEscape(text.charAt(index++));
        continue;
      }
      const from = index;
      while (index < text.length && !isQuoteOrBackslash(text.charCodeAt(index))) index++;
      if (index > from) this.append(text.slice(from, index));
      if (index === text.length) break;
      if (text.charCodeAt(index++) === QUOTE) this.endString();
      else this.escape = "";
    }
    return index;
  }

  private readEscape(char: string): void {
    const sequence = (this.escape ?? "") + char;
    this.escape = undefined;
    if (sequence[0] !== "u") {
      this.append(SIMPLE_ESCAPES[sequence] ?? `\\${sequence}`);
    } else if (sequence.length > 1 && !HEX_DIGIT.test(char)) {
      // Not an escape: the held characters are text, and `char` itself may end the string.
      this.append(`\\${sequence.slice(0, -1)}`);
      this.readString(char, 0);
    } else if (sequence.length === 5) {
      this.append(String.fromCharCode(Number.parseInt(sequence.slice(1), 16)));
    } else {
      this.escape = sequence;
    }
  }

  private append(text: string): void {
    this.token += text;
    this.lastUnit = text.charCodeAt(text.length - 1);
  }

  private endString(): void {
    if (this.state === "key") {
      const frame = this.open.at(-1);
      if (frame) frame.slot = this.token;
      this.state = "colon";
    } else {
      this.place(this.token);
      this.endValue();
    }
  }

  private readNumber(text: string, start: number): number {
    let index = start;
    while (index < text.length && NUMBER_CHARACTER.test(text.charAt(index))) index++;
    this.token += text.slice(start, index);
    if (index < text.length) {
      this.placeNumber();
      if (COMPLETE_NUMBER.test(this.token)) this.endValue();
      else this.state = "broken";
    }
    return index;
  }

  private placeNumber(): void {
    const digits = NUMBER_PREFIX.exec(this.token)?.[0];
    if (digits) this.place(Number(digits));
  }

  private readLiteral(text: string, index: number): number {
    this.token += text.charAt(index);
    const { word } = literalOf(this.token.charAt(0));
    if (this.token === word) this.endValue();
    else if (!word.startsWith(this.token)) this.state = "broken";
    return index + 1;
  }

  /** Starts a token. Strings start after their quote, numbers and literals with their first character. */
  private startToken(state: "string" | "key" | "number" | "literal", first = ""): void {
    this.state = state;
    this.token = first;
    this.lastUnit = 0;
  }

  private openContainer(frame: Frame, state: State): void {
    if (this.open.length === DEEPEST) {
      this.state = "broken";
      return;
    }
    this.place(frame.value);
    this.open.push(frame);
    this.state = state;
  }

  private closeContainer(): void {
    this.open.pop();
    this.endValue();
  }

  private continueContainer(): void {
    const frame = this.open.at(-1);
    if (typeof frame?.slot === "number") {
      frame.slot++;
      this.state = "value";
    } else this.state = "next-key";
  }

  private endValue(): void {
    this.state = this.open.length === 0 ? "end" : "after-value";
  }

  private place(value: JsonValue): void {
    const frame = this.open.at(-1);
    if (!frame) this.root = value;
    else if (frame.slot === "__proto__") {
      Object.defineProperty(frame.value, frame.slot, { value, writable: true, enumerable: true, configurable: true });
    } else (frame.value as Record<string | number, JsonValue>)[frame.slot] = value;
  }
}

/** Returns the value of JSON text that may be cut off anywhere. Blank or unusable text gives `{}`. */
export function parseStreamingJson<T = Record<string, unknown>>(text: string | undefined): T {
  if (!text || text.trim() === "") return {} as T;
  try {
    return JSON.parse(text) as T;
  } catch {
    const reader = new IncrementalJson();
    reader.push(text);
    return (reader.value ?? {}) as T;
  }
}

/** An open container, and the position of its next value. */
interface Frame {
  readonly value: JsonObject | JsonValue[];
  slot: string | number;
}

type State =
  | "value"
  | "first-key"
  | "next-key"
  | "key"
  | "colon"
  | "first-element"
  | "after-value"
  | "string"
  | "number"
  | "literal"
  | "end"
  | "broken";

/** A model that repeats one bracket must not produce a value that cannot be copied or logged. */
const DEEPEST = 500;
const QUOTE = 34;
const BACKSLASH = 92;
const HEX_DIGIT = /[0-9a-fA-F]/;
const NUMBER_CHARACTER = /[-+.0-9eE]/;
const COMPLETE_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const NUMBER_PREFIX = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/;

const SIMPLE_ESCAPES: Record<string, string> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

const LITERALS = {
  t: { word: "true", value: true },
  f: { word: "false", value: false },
  n: { word: "null", value: null },
};

function literalOf(letter: string) {
  return LITERALS[letter as keyof typeof LITERALS];
}

function isQuoteOrBackslash(code: number): boolean {
  return code === QUOTE || code === BACKSLASH;
}

function isBlank(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
