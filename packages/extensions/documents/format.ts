import type { ByteSource } from "./byte-source.ts";

export interface FormatInput {
  /** The path or name of the file, as the model wrote it. */
  readonly name: string;
  readonly source: ByteSource;
  readonly member: string | undefined;
  readonly lastLine: number;
  report(progress: string): void;
}

export interface FormatResult {
  readonly text?: string;
  readonly isPartial?: boolean;
  readonly notes?: readonly string[];
  /** A file within the file, which is then read like any other. */
  readonly content?: { readonly name: string; readonly bytes: Uint8Array; readonly member?: string };
}

/** Converts a file of one format. Resolves to `undefined` if it is not of that format. An error is shown to the model. */
export type Format = (input: FormatInput) => Promise<FormatResult | undefined>;

const MAX_CHARACTERS = 8 * 1024 * 1024;
const MAX_LINE = 10_000;

/** Collects text until the last line that is wanted. */
export class LimitedText {
  private readonly lines: string[] = [];
  private readonly lastLine: number;
  private characters = 0;
  isFull = false;

  constructor({ lastLine }: Pick<FormatInput, "lastLine">) {
    this.lastLine = lastLine;
  }

  /** Adds one or more lines. Returns false once there is no room: the rest need not be converted. */
  add(text: string): boolean {
    for (const line of text.split("\n")) {
      if (this.lines.length >= this.lastLine || this.characters > MAX_CHARACTERS) {
        this.isFull = true;
        return false;
      }
      const kept = line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)} … [${line.length - MAX_LINE} more]` : line;
      this.characters += kept.length;
      this.lines.push(kept);
    }
    return true;
  }

  result(notes: readonly string[] = []): FormatResult {
    return {
      text: `${this.lines.join("\n")}\n`,
      ...(this.isFull && { isPartial: true }),
      ...(notes.length > 0 && { notes }),
    };
  }
}
