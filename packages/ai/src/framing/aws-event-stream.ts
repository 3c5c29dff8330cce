import { RequestError } from "../ai-error.ts";
import { LONGEST_AWS_FRAME, tooLong } from "../limits.ts";
import { concatBytes } from "./concat-bytes.ts";
import { crc32 } from "./crc32.ts";
import type { Framing } from "./framing.ts";

export interface AwsEvent {
  /** `event` or `exception`. */
  readonly messageType: string;
  readonly eventType: string;
  readonly payload: Uint8Array;
}

const PRELUDE_LENGTH = 12;
const CHECKSUM_LENGTH = 4;
const FIRST_PRINTABLE = 0x20;

/**
 * Reads the frames of `application/vnd.amazon.eventstream`: length, header length, checksum, headers, payload, checksum. A body that starts
 * with a printable character has no frames, because no frame length does.
 */
export class AwsEventStream implements Framing<AwsEvent> {
  private chunks: Uint8Array[] = [];
  private buffered = 0;
  private needed = PRELUDE_LENGTH;
  private isText: boolean | undefined;

  *push(bytes: Uint8Array): Generator<AwsEvent> {
    this.isText ??= (bytes[0] ?? 0) >= FIRST_PRINTABLE;
    if (this.isText) return;
    this.chunks.push(bytes);
    this.buffered += bytes.length;
    while (this.buffered >= this.needed) {
      const data = this.join();
      const total = frameLength(data);
      this.needed = total;
      if (data.length < total) return;
      this.chunks = [data.subarray(total)];
      this.buffered = data.length - total;
      this.needed = PRELUDE_LENGTH;
      yield readFrame(data.subarray(0, total));
    }
  }

  end(): AwsEvent[] {
    return [];
  }

  /** Joins the chunks once per completed frame instead of once per chunk. */
  private join(): Uint8Array {
    if (this.chunks.length > 1) this.chunks = [concatBytes(this.chunks)];
    return this.chunks[0] ?? new Uint8Array();
  }
}

function frameLength(data: Uint8Array): number {
  const view = viewOf(data);
  const total = view.getUint32(0);
  const intact = view.getUint32(8) === crc32(data.subarray(0, 8));
  if (!intact || total < PRELUDE_LENGTH + CHECKSUM_LENGTH) throw corrupt();
  if (total > LONGEST_AWS_FRAME) throw tooLong("A message of the event stream", LONGEST_AWS_FRAME);
  return total;
}

function readFrame(frame: Uint8Array): AwsEvent {
  const view = viewOf(frame);
  const body = frame.length - CHECKSUM_LENGTH;
  if (view.getUint32(body) !== crc32(frame.subarray(0, body))) throw corrupt();
  const payloadStart = PRELUDE_LENGTH + view.getUint32(4);
  const headers = readHeaders(frame.subarray(PRELUDE_LENGTH, payloadStart));
  return {
    messageType: headers.get(":message-type") ?? "event",
    eventType: headers.get(":event-type") ?? headers.get(":exception-type") ?? headers.get(":error-code") ?? "",
    payload: frame.subarray(payloadStart, body),
  };
}

/** Reads text headers; of the other types only the length matters. */
function readHeaders(bytes: Uint8Array): Map<string, string> {
  const view = viewOf(bytes);
  const decoder = new TextDecoder();
  const headers = new Map<string, string>();
  let offset = 0;
  while (offset < bytes.length) {
    const nameEnd = offset + 1 + view.getUint8(offset);
    const name = decoder.decode(bytes.subarray(offset + 1, nameEnd));
    const type = view.getUint8(nameEnd);
    const hasLength = type === BYTES || type === TEXT;
    const start = nameEnd + (hasLength ? 3 : 1);
    const length = hasLength ? view.getUint16(nameEnd + 1) : (FIXED_LENGTHS[type] ?? 0);
    if (type === TEXT) headers.set(name, decoder.decode(bytes.subarray(start, start + length)));
    offset = start + length;
  }
  return headers;
}

const BYTES = 6;
const TEXT = 7;
/** Lengths by type: true, false, byte, short, integer, long, (bytes, text), timestamp, uuid. */
const FIXED_LENGTHS: Record<number, number> = { 0: 0, 1: 0, 2: 1, 3: 2, 4: 4, 5: 8, 8: 8, 9: 16 };

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function corrupt(): RequestError {
  return new RequestError("The event stream is corrupt: a checksum does not match. Try again.", { code: "network" });
}
