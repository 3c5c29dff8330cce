const MOST_HEADER_BYTES = 8 * 1024;
export const MOST_BODY_BYTES = 64 * 1024 * 1024;

/**
 * Splits a stream of bytes into messages with a `Content-Length` header, as language servers and debug adapters send them. The size of a
 * message is limited.
 */
export class ContentLengthDecoder {
  private parts: Buffer[] = [];
  private size = 0;
  private bodySize: number | undefined;

  /** Yields the messages that are complete with this part of the stream. Throws at the first one that is malformed: the stream is useless then. */
  *take(chunk: Buffer): Generator<object> {
    this.parts.push(chunk);
    this.size += chunk.length;
    for (;;) {
      this.bodySize ??= this.takeHeader();
      if (this.bodySize === undefined || this.size < this.bodySize) return;
      const body = this.takeBytes(this.bodySize);
      this.bodySize = undefined;
      yield parseBody(body);
    }
  }

  /** Returns the size of the body, or `undefined` if the header is not complete. */
  private takeHeader(): number | undefined {
    const all = this.joined();
    const end = all.indexOf("\r\n\r\n");
    if (end > MOST_HEADER_BYTES || (end < 0 && all.length > MOST_HEADER_BYTES))
      throw new Error("it wrote something other than messages to its output");
    if (end < 0) return undefined;
    // A program may print a line before its first message.
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

/** Returns a message as it is written to such a stream. */
export function encodeContentLength(message: object): Buffer {
  const body = Buffer.from(JSON.stringify(message));
  return Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]);
}

function parseBody(body: Buffer): object {
  let message: unknown;
  try {
    message = JSON.parse(body.toString("utf8"));
  } catch (cause) {
    throw new Error("it sent a message that is not JSON", { cause });
  }
  if (typeof message !== "object" || message === null || Array.isArray(message))
    throw new Error("it sent a message that is not an object");
  return message;
}
