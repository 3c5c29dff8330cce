import { StringDecoder } from "node:string_decoder";

/**
 * Calls back for each line of a byte stream. Only LF ends a line, one CR before it is dropped, and a last line without LF counts.
 * `node:readline` would also split at U+2028 and U+2029, which JSON strings may contain. Each byte is examined once, however long the line
 * is.
 */
export class LineReader {
  private readonly decoder = new StringDecoder("utf8");
  private parts: string[] = [];
  private readonly onLine: (line: string) => void;

  constructor(onLine: (line: string) => void) {
    this.onLine = onLine;
  }

  push(chunk: Buffer | string): void {
    const text = typeof chunk === "string" ? chunk : this.decoder.write(chunk);
    let start = 0;
    for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
      this.parts.push(text.slice(start, end));
      this.emit();
      start = end + 1;
    }
    if (start < text.length) this.parts.push(text.slice(start));
  }

  end(): void {
    const rest = this.decoder.end();
    if (rest !== "") this.parts.push(rest);
    if (this.parts.length > 0) this.emit();
  }

  private emit(): void {
    const line = this.parts.length === 1 ? (this.parts[0] ?? "") : this.parts.join("");
    this.parts = [];
    this.onLine(line.endsWith("\r") ? line.slice(0, -1) : line);
  }
}

/** Reads the lines of a stream until it ends or the returned function is called. */
export function attachJsonlLineReader(stream: NodeJS.ReadableStream, onLine: (line: string) => void): () => void {
  const reader = new LineReader(onLine);
  const onData = (chunk: Buffer | string) => reader.push(chunk);
  const onEnd = () => reader.end();
  stream.on("data", onData);
  stream.on("end", onEnd);
  return () => {
    stream.off("data", onData);
    stream.off("end", onEnd);
  };
}
