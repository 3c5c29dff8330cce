import type { Readable } from "node:stream";
import { AbstractMessageReader, type DataCallback, type Disposable, type Message } from "vscode-jsonrpc/node";

const MOST_HEADER_BYTES = 8 * 1024;
export const MOST_BODY_BYTES = 64 * 1024 * 1024;
/** The server's output is not read while this many notifications wait to be handled. */
const MOST_WAITING = 500;

/**
 * Reads messages with a `Content-Length` header. Unlike the reader of vscode-jsonrpc it limits the size of a message, stops reading while the
 * server sends faster than its notifications are handled, and reports the first malformed frame as the end.
 */
export class FrameReader extends AbstractMessageReader {
  private readonly stream: Readable;
  private parts: Buffer[] = [];
  private size = 0;
  private bodySize: number | undefined;
  private waiting = 0;
  private hasFailed = false;

  constructor(stream: Readable) {
    super();
    this.stream = stream;
  }

  listen(callback: DataCallback): Disposable {
    const onData = (chunk: Buffer) => {
      if (this.hasFailed) return;
      try {
        this.take(chunk, callback);
      } catch (error) {
        this.hasFailed = true;
        this.parts = [];
        this.fireError(error);
      }
    };
    this.stream.on("data", onData);
    this.stream.on("error", (error) => this.fireError(error));
    this.stream.on("close", () => this.fireClose());
    return { dispose: () => void this.stream.off("data", onData) };
  }

  /** Call this for each handled notification. */
  handled(): void {
    this.waiting--;
    if (this.waiting < MOST_WAITING / 2 && this.stream.isPaused()) this.stream.resume();
  }

  private take(chunk: Buffer, callback: DataCallback): void {
    this.parts.push(chunk);
    this.size += chunk.length;
    for (;;) {
      this.bodySize ??= this.takeHeader();
      if (this.bodySize === undefined || this.size < this.bodySize) return;
      const body = this.takeBytes(this.bodySize);
      this.bodySize = undefined;
      const message = parseBody(body);
      if ("method" in message && !("id" in message) && ++this.waiting > MOST_WAITING) this.stream.pause();
      callback(message);
    }
  }

  /** Returns the size of the body, or `undefined` if the header is not complete. */
  private takeHeader(): number | undefined {
    const all = this.joined();
    const end = all.indexOf("\r\n\r\n");
    if (end > MOST_HEADER_BYTES || (end < 0 && all.length > MOST_HEADER_BYTES))
      throw new Error("it wrote something other than messages to its output");
    if (end < 0) return undefined;
    // A server may print a line before its first message.
    const [, digits] = /^content-length: *(\d{1,15}) *$/im.exec(all.toString("latin1", 0, end)) ?? [];
    if (digits === undefined) throw new Error("it sent a message without a length");
    if (Number(digits) > MOST_BODY_BYTES) throw new Error(`it sent a message of ${digits} bytes`);
    this.takeBytes(end + 4);
    return Number(digits);
  }

  private takeBytes(count: number): Buffer {
    const all = this.joined();
    const rest = all.subarray(count);
    this.parts = [rest];
    this.size = rest.length;
    return all.subarray(0, count);
  }

  private joined(): Buffer {
    if (this.parts.length !== 1) this.parts = [Buffer.concat(this.parts)];
    return this.parts[0] as Buffer;
  }
}

function parseBody(body: Buffer): Message {
  let message: unknown;
  try {
    message = JSON.parse(body.toString("utf8"));
  } catch (cause) {
    throw new Error("it sent a message that is not JSON", { cause });
  }
  if (typeof message !== "object" || message === null || Array.isArray(message))
    throw new Error("it sent a message that is not an object");
  return message as Message;
}
