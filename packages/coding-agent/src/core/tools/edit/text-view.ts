/** A transformed text in which every character maps to a piece of the original. */
export interface TextView {
  readonly text: string;
  /** Returns where the piece of the character at `index` begins in the original. */
  startOf(index: number): number;
  /** Returns where the piece of the character at `index` ends. */
  endOf(index: number): number;
}

export function identityView(text: string): TextView {
  return { text, startOf: (index) => index, endOf: (index) => index + 1 };
}

export class TextViewBuilder {
  private readonly parts: string[] = [];
  private starts: Uint32Array;
  private ends: Uint32Array;
  private length = 0;

  /** `expectedLength` is the initial capacity, which grows as needed. */
  constructor(expectedLength: number) {
    this.starts = new Uint32Array(expectedLength);
    this.ends = new Uint32Array(expectedLength);
  }

  /** Adds `text`, which as a whole stands for the original from `start` to `end`. */
  add(text: string, start: number, end: number): void {
    this.makeRoom(text);
    this.starts.fill(start, this.length, this.length + text.length);
    this.ends.fill(end, this.length, this.length + text.length);
    this.length += text.length;
  }

  /** Adds `text`, each character of which stands for one character of the original, beginning at `start`. */
  copy(text: string, start: number): void {
    this.makeRoom(text);
    for (let index = 0; index < text.length; index++) {
      this.starts[this.length + index] = start + index;
      this.ends[this.length + index] = start + index + 1;
    }
    this.length += text.length;
  }

  private makeRoom(text: string): void {
    this.parts.push(text);
    const needed = this.length + text.length;
    if (needed <= this.starts.length) return;
    this.starts = enlarged(this.starts, needed);
    this.ends = enlarged(this.ends, needed);
  }

  build(): TextView {
    const { starts, ends } = this;
    return { text: this.parts.join(""), startOf: (index) => starts[index] ?? 0, endOf: (index) => ends[index] ?? 0 };
  }
}

function enlarged(array: Uint32Array, needed: number): Uint32Array {
  const larger = new Uint32Array(Math.max(needed, array.length * 2));
  larger.set(array);
  return larger;
}

/** Returns a view of the text with every CRLF as LF, because models write LF whatever the file has. */
export function exactView(content: string): TextView {
  if (!content.includes("\r\n")) return identityView(content);
  const builder = new TextViewBuilder(content.length);
  let start = 0;
  for (let at = content.indexOf("\r\n"); at !== -1; at = content.indexOf("\r\n", start)) {
    builder.copy(content.slice(start, at), start);
    builder.add("\n", at, at + 2);
    start = at + 2;
  }
  builder.copy(content.slice(start), start);
  return builder.build();
}
