import { RequestError } from "../ai-error.ts";
import { LONGEST_CONTROL_FRAME, LONGEST_MESSAGE, PIECE_COST, tooLong } from "../limits.ts";
import { concatBytes } from "./concat-bytes.ts";

export type WebSocketEvent =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "ping"; readonly payload: Uint8Array }
  | { readonly kind: "close"; readonly code: number; readonly reason: string };

export const OPCODE = { continuation: 0, text: 1, close: 8, ping: 9, pong: 10 } as const;

const NO_STATUS = 1005;
const FIRST_CONTROL = 8;

/** Reads the frames of a WebSocket server (RFC 6455) without extensions: whole texts, pings and the close. */
export class WebSocketFrames {
  private chunks: Uint8Array[] = [];
  private buffered = 0;
  private needed = 2;
  private fragments: Uint8Array[] = [];
  private messageSize = 0;

  *push(bytes: Uint8Array): Generator<WebSocketEvent> {
    this.chunks.push(bytes);
    this.buffered += bytes.length;
    while (this.buffered >= this.needed) {
      const data = this.join();
      const frame = readFrame(data);
      if (typeof frame === "number") {
        this.needed = frame;
        continue;
      }
      this.chunks = [data.subarray(frame.length)];
      this.buffered = data.length - frame.length;
      this.needed = 2;
      const event = this.take(frame);
      if (event) yield event;
    }
  }

  private take({ opcode, isFinal, payload }: Frame): WebSocketEvent | undefined {
    if (opcode === OPCODE.ping) return { kind: "ping", payload };
    if (opcode === OPCODE.close) return closeOf(payload);
    if (opcode === OPCODE.pong) return undefined;
    this.messageSize += payload.length + PIECE_COST;
    if (this.messageSize > LONGEST_MESSAGE) throw tooLong("A message over the WebSocket", LONGEST_MESSAGE);
    this.fragments.push(payload);
    if (!isFinal) return undefined;
    const text = new TextDecoder().decode(concatBytes(this.fragments));
    this.fragments = [];
    this.messageSize = 0;
    return { kind: "text", text };
  }

  /** Joins the chunks once per completed frame instead of once per chunk. */
  private join(): Uint8Array {
    if (this.chunks.length > 1) this.chunks = [concatBytes(this.chunks)];
    return this.chunks[0] ?? new Uint8Array();
  }
}

/** Encodes one whole message of a client, whose frames must be masked. */
export function encodeFrame(opcode: number, payload: Uint8Array, mask: Uint8Array): Uint8Array {
  const size = payload.length;
  const extended = size < 126 ? 0 : size < 0x10000 ? 2 : 8;
  const frame = new Uint8Array(6 + extended + size);
  const view = new DataView(frame.buffer);
  frame[0] = 0x80 | opcode;
  frame[1] = 0x80 | (extended === 0 ? size : extended === 2 ? 126 : 127);
  if (extended === 2) view.setUint16(2, size);
  else if (extended === 8) view.setBigUint64(2, BigInt(size));
  frame.set(mask, 2 + extended);
  const start = 6 + extended;
  for (let index = 0; index < size; index++) {
    frame[start + index] = (payload[index] as number) ^ (mask[index & 3] as number);
  }
  return frame;
}

interface Frame {
  readonly opcode: number;
  readonly isFinal: boolean;
  readonly payload: Uint8Array;
  /** Length of the whole frame in bytes. */
  readonly length: number;
}

/** Returns a frame, or how many bytes are needed to continue. */
function readFrame(bytes: Uint8Array): Frame | number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const short = view.getUint8(1) & 0x7f;
  const start = short === 126 ? 4 : short === 127 ? 10 : 2;
  if (bytes.length < start) return start;
  const size = short === 126 ? view.getUint16(2) : short === 127 ? Number(view.getBigUint64(2)) : short;
  const first = view.getUint8(0);
  const opcode = first & 0x0f;
  if (size > LONGEST_MESSAGE) throw tooLong("A message over the WebSocket", LONGEST_MESSAGE);
  if (opcode >= FIRST_CONTROL && size > LONGEST_CONTROL_FRAME) throw invalidControlFrame(size);
  const length = start + size;
  if (bytes.length < length) return length;
  return { opcode, isFinal: (first & 0x80) !== 0, payload: bytes.subarray(start, length), length };
}

function invalidControlFrame(size: number): RequestError {
  return new RequestError(
    `The server sent a WebSocket control frame of ${size} bytes; the protocol allows ${LONGEST_CONTROL_FRAME}. The connection was closed.`,
    { code: "server", permanent: true },
  );
}

function closeOf(payload: Uint8Array): WebSocketEvent {
  if (payload.length < 2) return { kind: "close", code: NO_STATUS, reason: "" };
  const code = ((payload[0] as number) << 8) | (payload[1] as number);
  return { kind: "close", code, reason: new TextDecoder().decode(payload.subarray(2)) };
}
