import { RollingTail } from "./rolling-tail.ts";
import { SpillFile, type SpillPlace } from "./spill-file.ts";
import { TerminalText } from "./terminal-text.ts";
import { countNewlines } from "./text-measure.ts";
import { truncateTail } from "./truncate-tail.ts";
import { DEFAULT_MAX_BYTES, DEFAULT_MAX_LINES, type TruncationOptions, type TruncationResult } from "./truncation.ts";

export interface OutputSinkOptions extends TruncationOptions {
  /** Returns the place for the whole output once a limit is exceeded; called at most once. Default: a new file in the temp folder. */
  spillPlace?: (() => SpillPlace) | undefined;
  /** Creates the file at the start and writes every byte to it before it is shown. The caller has to remove the file. */
  spillsAtOnce?: boolean;
}

export interface OutputSnapshot {
  content: string;
  truncation: TruncationResult;
  /** Present once the output exceeded a limit and could be saved. The file holds the raw bytes. */
  fullOutputPath?: string;
  artifactId?: string;
}

/**
 * Collects the output of a command while it runs, in bounded memory. The model gets the cleaned end of it. The raw
 * bytes are in a file, which exists only if a limit was exceeded.
 */
export class OutputSink {
  private readonly maxLines: number;
  private readonly maxBytes: number;
  private readonly text = new TerminalText();
  private readonly tail: RollingTail;
  private readonly spill: SpillFile;
  private readonly isSpillWanted: boolean;
  private newlines = 0;
  private bytes = 0;
  private rawBytes = 0;
  /** The last line, which may still be overwritten. It follows the text in the tail. */
  private open = "";
  private endsInLine = false;

  constructor(options: OutputSinkOptions = {}) {
    this.maxLines = options.maxLines ?? DEFAULT_MAX_LINES;
    this.maxBytes = options.maxBytes ?? DEFAULT_MAX_BYTES;
    this.tail = new RollingTail(this.maxBytes * 2);
    this.spill = new SpillFile(options.spillPlace);
    this.isSpillWanted = options.spillsAtOnce ?? false;
    if (this.isSpillWanted) this.spill.open();
  }

  append(bytes: Uint8Array): void {
    this.spill.append(bytes);
    this.rawBytes += bytes.length;
    this.take(this.text.push(bytes), this.text.open);
  }

  /** Finishes the output. Nothing may be appended afterwards. */
  finish(): void {
    this.take(this.text.end(), "");
    if (this.isSpillWanted || this.isOverLimit()) this.spill.close();
    else this.spill.discard();
  }

  snapshot(): OutputSnapshot {
    const truncation = this.truncation();
    const place = truncation.truncated ? this.spill.place : undefined;
    if (!place) return { content: truncation.content, truncation };
    const { path, artifactId } = place;
    return {
      content: truncation.content,
      truncation,
      fullOutputPath: path,
      ...(artifactId === undefined ? {} : { artifactId }),
    };
  }

  private take(text: string, open: string): void {
    this.open = open;
    if (text !== "") {
      const bytes = Buffer.byteLength(text);
      this.bytes += bytes;
      this.newlines += countNewlines(text);
      this.endsInLine = !text.endsWith("\n");
      this.tail.push(text, bytes);
    }
    // Lines that are overwritten again and again are many bytes but little text. Spill them instead of holding them in memory.
    if (this.rawBytes > MAX_RAW_BYTES || this.isOverLimit()) this.spill.open();
  }

  private get isLineOpen(): boolean {
    return this.open !== "" || this.endsInLine;
  }

  private get totalLines(): number {
    return this.newlines + (this.isLineOpen ? 1 : 0);
  }

  private get totalBytes(): number {
    return this.bytes + Buffer.byteLength(this.open);
  }

  private isOverLimit(): boolean {
    return this.totalLines > this.maxLines || this.totalBytes - (this.isLineOpen ? 0 : 1) > this.maxBytes;
  }

  private truncation(): TruncationResult {
    const { maxLines, maxBytes, totalLines, totalBytes } = this;
    return { ...truncateTail(this.tail.text() + this.open, { maxLines, maxBytes }), totalLines, totalBytes };
  }
}

const MAX_RAW_BYTES = 1024 * 1024;
