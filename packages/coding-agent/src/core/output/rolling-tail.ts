/** Keeps the end of a long text in bounded memory and drops older text in whole chunks. */
export class RollingTail {
  private chunks: { text: string; bytes: number }[] = [];
  private bytes = 0;
  private readonly keepBytes: number;

  constructor(keepBytes: number) {
    this.keepBytes = keepBytes;
  }

  push(text: string, bytes: number): void {
    this.chunks.push({ text, bytes });
    this.bytes += bytes;
    let first = 0;
    for (
      let oldest = this.chunks[0];
      oldest && this.bytes - oldest.bytes >= this.keepBytes;
      oldest = this.chunks[first]
    ) {
      this.bytes -= oldest.bytes;
      first++;
    }
    if (first > 0) this.chunks = this.chunks.slice(first);
    else if (this.chunks.length > MAX_CHUNKS) this.text();
  }

  text(): string {
    const text = this.chunks.map((chunk) => chunk.text).join("");
    if (this.chunks.length > 1) this.chunks = [{ text, bytes: this.bytes }];
    return text;
  }
}

/** Limits the number of chunks, so that a program that writes byte by byte does not cost an object per byte. */
const MAX_CHUNKS = 1024;
