import { LONGEST_EVENT, PIECE_COST, tooLong } from "../limits.ts";
import type { Framing } from "./framing.ts";
import { LineSplitter } from "./line-splitter.ts";

export interface ServerSentEvent {
  readonly event: string;
  readonly data: string;
}

/** Reads the complete events of a `text/event-stream` body. Drops a trailing event without its blank line, as the format requires. */
export class ServerSentEvents implements Framing<ServerSentEvent> {
  private readonly decoder = new TextDecoder();
  private readonly lines = new LineSplitter();
  private event = "";
  private data: string[] = [];
  private size = 0;

  *push(bytes: Uint8Array): Generator<ServerSentEvent> {
    for (const line of this.lines.push(this.decoder.decode(bytes, { stream: true }))) {
      if (line !== "") this.readField(line);
      else if (this.data.length > 0) yield this.take();
      else this.event = "";
    }
  }

  end(): ServerSentEvent[] {
    return [];
  }

  private readField(line: string): void {
    const colon = line.indexOf(":");
    if (colon === 0) return;
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(line.charCodeAt(colon + 1) === SPACE ? colon + 2 : colon + 1);
    if (name === "data") this.addData(value);
    else if (name === "event") this.event = value;
  }

  private addData(value: string): void {
    this.size += value.length + PIECE_COST;
    if (this.size > LONGEST_EVENT) throw tooLong("An event of the answer", LONGEST_EVENT);
    this.data.push(value);
  }

  private take(): ServerSentEvent {
    const complete = { event: this.event || "message", data: this.data.join("\n") };
    this.event = "";
    this.data = [];
    this.size = 0;
    return complete;
  }
}

const SPACE = 32;
