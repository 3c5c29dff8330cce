import type { Readable, Writable } from "node:stream";
import type { ConnectOverCDPTransport } from "playwright-core";

const END = 0;

/**
 * The DevTools protocol over the pipes of a process: messages are JSON texts that end with a NUL byte. No port is opened, so no other
 * program can reach the browser, and Chromium ends itself when the pipe is closed. Each message is given on in a task of its own: the client
 * waits for what one has set off before it takes the next, and else misses pages that open.
 */
export class PipeTransport implements ConnectOverCDPTransport {
  onmessage?: (message: object) => void;
  onclose?: (reason?: string) => void;
  private readonly input: Writable;
  private parts: Buffer[] = [];
  private readonly waiting: string[] = [];
  private isClosed = false;

  constructor({ stdin, stdout }: { readonly stdin: Writable; readonly stdout: Readable }) {
    this.input = stdin;
    stdout.on("data", (bytes: Buffer) => this.receive(bytes));
    stdout.on("close", () => this.closed("The browser has ended."));
    stdout.on("error", (error: Error) => this.closed(error.message));
  }

  send(message: object): void {
    if (!this.isClosed) this.input.write(`${JSON.stringify(message)}\0`);
  }

  close(): void {
    this.input.end();
    this.closed("The connection was closed.");
  }

  private receive(bytes: Buffer): void {
    let rest = bytes;
    for (let at = rest.indexOf(END); at >= 0; at = rest.indexOf(END)) {
      const text = Buffer.concat([...this.parts, rest.subarray(0, at)]).toString("utf8");
      this.parts = [];
      rest = rest.subarray(at + 1);
      this.waiting.push(text);
      if (this.waiting.length === 1) setImmediate(() => this.deliver());
    }
    if (rest.length > 0) this.parts.push(rest);
  }

  private deliver(): void {
    const text = this.waiting[0];
    if (text === undefined || this.isClosed) return;
    try {
      this.onmessage?.(JSON.parse(text) as object);
    } finally {
      this.waiting.shift();
      if (this.waiting.length > 0) setImmediate(() => this.deliver());
    }
  }

  private closed(reason: string): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.onclose?.(reason);
  }
}
