import { setTimeout as delay } from "node:timers/promises";
import type { ModelProtocol, ProtocolEvent } from "./protocol.ts";
import type { Breakage } from "./turn.ts";

/** The destination of an answer: an HTTP response or a WebSocket. */
export interface AnswerSink {
  readonly isClosed: boolean;
  /** Resolves when more may be written. */
  write(bytes: string | Uint8Array): Promise<void>;
  /** Writes bytes without the framing of the sink, if it has one. */
  writeRaw(bytes: Uint8Array): Promise<void>;
  end(): void;
  /** Drops the connection without closing it properly. */
  destroy(): void;
  closed(): Promise<void>;
}

export interface Delivery {
  readonly pace: number | undefined;
  readonly breakage: Breakage | undefined;
  /** The number of events joined into one write if there is no pace; 1 for sinks that keep message boundaries. */
  readonly batch: number;
}

export async function deliver(
  events: Iterable<ProtocolEvent>,
  protocol: ModelProtocol,
  sink: AnswerSink,
  { pace, breakage, batch }: Delivery,
): Promise<void> {
  const writer = new BatchWriter(sink, batch);
  const clock = pace === undefined ? undefined : new Metronome(pace);
  let sent = 0;
  for (const event of events) {
    if (sink.isClosed) return;
    if (breakage !== undefined && sent >= breakage.after) break;
    if (clock !== undefined && event.isDelta) {
      await writer.flush();
      await clock.next();
    }
    await writer.push(protocol.frame(event));
    sent++;
  }
  await writer.flush();
  if (breakage === undefined) sink.end();
  else await breakOff(breakage, protocol, sink);
}

async function breakOff(breakage: Breakage, protocol: ModelProtocol, sink: AnswerSink): Promise<void> {
  switch (breakage.kind) {
    case "cut":
      return sink.destroy();
    case "stall":
      return await sink.closed();
    case "garbage":
      await sink.writeRaw(breakage.bytes ?? GARBAGE);
      return sink.end();
    case "failure":
      await sink.write(protocol.frame(protocol.failureEvent(breakage.failure)));
      return sink.end();
  }
}

/** Control bytes, broken UTF-8, half an event, and invalid JSON. */
const GARBAGE = Buffer.concat([
  Buffer.from([0x00, 0xff, 0xfe, 0xc3, 0x28, 0xed, 0xa0, 0x80]),
  Buffer.from('\n\ndata: {"choices": [{]\n\nevent: \ndata: not json\n\n'),
]);

class BatchWriter {
  private readonly sink: AnswerSink;
  private readonly size: number;
  private pending: (string | Uint8Array)[] = [];

  constructor(sink: AnswerSink, size: number) {
    this.sink = sink;
    this.size = size;
  }

  async push(frame: string | Uint8Array): Promise<void> {
    this.pending.push(frame);
    if (this.pending.length >= this.size) await this.flush();
  }

  async flush(): Promise<void> {
    const [first, ...rest] = this.pending;
    this.pending = [];
    if (first === undefined) return;
    const bytes =
      rest.length === 0 ? first : Buffer.concat([first, ...rest].map((frame) => Buffer.from(frame as string)));
    await this.sink.write(bytes);
  }
}

/** Ticks at a steady rate: a late tick is compensated by the next ones. */
class Metronome {
  private readonly interval: number;
  private readonly start = performance.now();
  private ticks = 0;

  constructor(perSecond: number) {
    this.interval = 1000 / perSecond;
  }

  async next(): Promise<void> {
    const wait = this.start + ++this.ticks * this.interval - performance.now();
    if (wait > 1) await delay(wait);
  }
}
