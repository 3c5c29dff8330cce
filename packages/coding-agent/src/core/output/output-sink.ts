import { RollingTail } from "./rolling-tail.ts";
import { SpillFile, type SpillPlace } from "./spill-file.ts";
import { TerminalText } from "./terminal-text.ts";
import { countNewlines } from "./text-measure.ts";
import { truncateTail } from "./truncate-tail.ts";
import { DEFAULT_MAX_BYTES, DEFAULT_MAX_LINES, type TruncationOptions, type TruncationResult } from "./truncation.ts";

export interface OutputSinkOptions extends TruncationOptions {
  /** Where the whole output goes once it is above a limit: asked for at most once. Default: a new file in the temp folder. */
  spillPlace?: (() => SpillPlace) | undefined;
  /** The file is there from the beginning, and every byte is in it before it is shown. Whoever asks for this removes it. */
  spillsAtOnce?: boolean;
}

export interface OutputSnapshot {
  content: string;
  truncation: TruncationResult;
  /** Present once the output was above a limit and could be saved: every byte as it came. */
  fullOutputPath?: string;
  artifactId?: string;
}

/**
 * Takes the bytes of a command for as long as it runs, in bounded memory. The model gets the cleaned end; whoever wants more finds
 * the raw bytes in a file, which exists only if a limit was passed.
 */
export class OutputSink {
  private readonly maxLines: number;
  private readonly maxBytes: number;
  private readonly text = new TerminalText();
  private readonly tail: RollingTail;
  private readonly spill: SpillFile;
  private newlines = 0;
  private bytes = 0;
  private openLine = false;

  constructor(options: OutputSinkOptions = {}) {
    this.maxLines = options.maxLines ?? DEFAULT_MAX_LINES;
    this.maxBytes = options.maxBytes ?? DEFAULT_MAX_BYTES;
    this.tail = new RollingTail(this.maxBytes * 2);
    this.spill = new SpillFile(options.spillPlace);
    if (options.spillsAtOnce) this.spill.open();
  }

  append(bytes: Uint8Array): void {
    this.spill.append(bytes);
    this.take(this.text.push(bytes));
  }

  /** Nothing may be appended afterwards. */
  finish(): void {
    this.take(this.text.end());
    this.spill.close();
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

  private take(text: string): void {
    if (text !== "") {
      const bytes = Buffer.byteLength(text);
      this.bytes += bytes;
      this.newlines += countNewlines(text);
      this.openLine = !text.endsWith("\n");
      this.tail.push(text, bytes);
    }
    if (this.isOverLimit()) this.spill.open();
  }

  private get totalLines(): number {
    return this.newlines + (this.openLine ? 1 : 0);
  }

  private isOverLimit(): boolean {
    return this.totalLines > this.maxLines || this.bytes - (this.openLine ? 0 : 1) > this.maxBytes;
  }

  private truncation(): TruncationResult {
    const ofTail = truncateTail(this.tail.text(), { maxLines: this.maxLines, maxBytes: this.maxBytes });
    return { ...ofTail, totalLines: this.totalLines, totalBytes: this.bytes };
  }
}
