/** Passes output on as it comes, and holds back what may be the beginning of a marker. The marker itself is not passed on. */
export class MarkedOutput {
  private readonly prefix: Buffer;
  private readonly onData: (bytes: Buffer) => void;
  private held: Buffer = Buffer.alloc(0);
  /** The number behind the marker, once it has come. */
  exitCode: number | undefined;

  constructor(prefix: string, onData: (bytes: Buffer) => void) {
    this.prefix = Buffer.from(prefix);
    this.onData = onData;
  }

  push(chunk: Buffer): void {
    // What a process left in the background writes later belongs to no command.
    if (this.exitCode !== undefined) return;
    const bytes = this.held.length === 0 ? chunk : Buffer.concat([this.held, chunk]);
    const at = bytes.indexOf(this.prefix);
    const line = at === -1 ? undefined : /^(\d+)\n/.exec(bytes.toString("latin1", at + this.prefix.length));
    if (line) this.exitCode = Number(line[1]);
    const kept = at === -1 ? bytes.length - this.possibleStart(bytes) : at;
    this.held = line ? Buffer.alloc(0) : bytes.subarray(kept);
    if (kept > 0) this.onData(bytes.subarray(0, kept));
  }

  /** Passes on what was held back. */
  flush(): void {
    if (this.held.length > 0) this.onData(this.held);
    this.held = Buffer.alloc(0);
  }

  /** Returns how many bytes at the end could begin a marker. */
  private possibleStart(bytes: Buffer): number {
    for (let length = Math.min(this.prefix.length - 1, bytes.length); length > 0; length--)
      if (bytes.subarray(bytes.length - length).equals(this.prefix.subarray(0, length))) return length;
    return 0;
  }
}
