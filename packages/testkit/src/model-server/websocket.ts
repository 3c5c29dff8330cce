import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { AnswerSink } from "./deliver.ts";

/** Accepts a WebSocket: the server side of RFC 6455, as far as text messages need it. No extensions. */
export function acceptWebSocket(request: IncomingMessage, socket: Duplex): void {
  const key = request.headers["sec-websocket-key"] ?? "";
  const accept = createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
  const lines = ["HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade"];
  socket.write(`${[...lines, `Sec-WebSocket-Accept: ${accept}`].join("\r\n")}\r\n\r\n`);
}

/** Calls `onText` with each complete text message until the socket closes. */
export function readWebSocket(socket: Duplex, head: Uint8Array, onText: (text: string) => void): void {
  let buffered = Buffer.from(head);
  let fragments: Buffer[] = [];
  const take = (): void => {
    for (let frame = parseFrame(buffered); frame !== undefined; frame = parseFrame(buffered)) {
      buffered = buffered.subarray(frame.length);
      if (frame.opcode === OPCODE.close) socket.end(encodeFrame(OPCODE.close, frame.payload));
      else if (frame.opcode === OPCODE.ping) socket.write(encodeFrame(OPCODE.pong, frame.payload));
      else if (frame.opcode !== OPCODE.pong) {
        fragments.push(frame.payload);
        if (!frame.isFinal) continue;
        const text = Buffer.concat(fragments).toString("utf8");
        fragments = [];
        onText(text);
      }
    }
  };
  socket.on("data", (bytes: Buffer) => {
    buffered = Buffer.concat([buffered, bytes]);
    take();
  });
  take();
}

/** Returns a sink that sends each write as one text message. The connection stays open after an answer, since a client may reuse it. */
export function createWebSocketSink(socket: Duplex): AnswerSink {
  const closed = new Promise<void>((resolve) => socket.once("close", resolve));
  const send = async (bytes: Uint8Array): Promise<void> => {
    if (socket.destroyed || socket.write(bytes)) return;
    await Promise.race([new Promise((resolve) => socket.once("drain", resolve)), closed]);
  };
  return {
    get isClosed() {
      return socket.destroyed;
    },
    write: (bytes) => send(encodeFrame(OPCODE.text, Buffer.from(bytes as string))),
    writeRaw: send,
    end: () => undefined,
    destroy: () => void socket.destroy(),
    closed: () => closed,
  };
}

const OPCODE = { text: 1, close: 8, ping: 9, pong: 10 } as const;

interface Frame {
  readonly opcode: number;
  readonly isFinal: boolean;
  readonly payload: Buffer;
  /** The length of the whole frame in bytes. */
  readonly length: number;
}

function parseFrame(bytes: Buffer): Frame | undefined {
  if (bytes.length < 2) return undefined;
  const first = bytes.readUInt8(0);
  const second = bytes.readUInt8(1);
  const short = second & 0x7f;
  const lengthBytes = short === 126 ? 2 : short === 127 ? 8 : 0;
  const maskStart = 2 + lengthBytes;
  const isMasked = (second & 0x80) !== 0;
  const start = maskStart + (isMasked ? 4 : 0);
  if (bytes.length < start) return undefined;
  const size = lengthBytes === 2 ? bytes.readUInt16BE(2) : lengthBytes === 8 ? Number(bytes.readBigUInt64BE(2)) : short;
  if (bytes.length < start + size) return undefined;
  const payload = Buffer.from(bytes.subarray(start, start + size));
  if (isMasked) unmask(payload, bytes.subarray(maskStart, start));
  return { opcode: first & 0x0f, isFinal: (first & 0x80) !== 0, payload, length: start + size };
}

function unmask(payload: Buffer, mask: Buffer): void {
  for (let index = 0; index < payload.length; index++) payload[index] = payload[index]! ^ mask[index % 4]!;
}

function encodeFrame(opcode: number, payload: Buffer): Buffer {
  const size = payload.length;
  const header = Buffer.alloc(size < 126 ? 2 : size < 0x10000 ? 4 : 10);
  header.writeUInt8(0x80 | opcode, 0);
  if (size < 126) header.writeUInt8(size, 1);
  else if (size < 0x10000) header.writeUInt16BE(size, header.writeUInt8(126, 1));
  else header.writeBigUInt64BE(BigInt(size), header.writeUInt8(127, 1));
  return Buffer.concat([header, payload]);
}
