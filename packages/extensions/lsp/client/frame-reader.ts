import type { Readable } from "node:stream";
import { ContentLengthDecoder } from "@tau/coding-agent";
import { AbstractMessageReader, type DataCallback, type Disposable, type Message } from "vscode-jsonrpc/node";

/** The server's output is not read while this many notifications wait to be handled. */
const MOST_WAITING = 500;

/**
 * Reads messages with a `Content-Length` header. Unlike the reader of vscode-jsonrpc it limits the size of a message, stops reading while the
 * server sends faster than its notifications are handled, and reports the first malformed frame as the end.
 */
export class FrameReader extends AbstractMessageReader {
  private readonly stream: Readable;
  private readonly decoder = new ContentLengthDecoder();
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
        for (const message of this.decoder.take(chunk)) this.deliver(message as Message, callback);
      } catch (error) {
        this.hasFailed = true;
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

  private deliver(message: Message, callback: DataCallback): void {
    if ("method" in message && !("id" in message) && ++this.waiting > MOST_WAITING) this.stream.pause();
    callback(message);
  }
}
