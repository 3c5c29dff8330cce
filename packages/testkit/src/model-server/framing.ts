import { crc32 } from "node:zlib";
import type { ProtocolEvent } from "./protocol.ts";

export const SSE = "text/event-stream; charset=utf-8";
export const NDJSON = "application/x-ndjson";
export const AWS_EVENT_STREAM = "application/vnd.amazon.eventstream";

export function frameServerSentEvent(event: ProtocolEvent): string {
  const data = typeof event.payload === "string" ? event.payload : JSON.stringify(event.payload);
  return event.name === undefined ? `data: ${data}\n\n` : `event: ${event.name}\ndata: ${data}\n\n`;
}

export function frameLine(event: ProtocolEvent): string {
  return `${JSON.stringify(event.payload)}\n`;
}

/**
 * Writes the prelude (total length, header length, their CRC), headers, payload and the CRC of everything before; all numbers
 * are big-endian. An event named `…Exception` is sent as an exception, as the service does for a failure inside a stream.
 */
export function frameAwsEvent(event: ProtocolEvent): Uint8Array {
  const name = event.name ?? "";
  const isException = name.endsWith("Exception");
  const headers = Buffer.concat([
    awsHeader(isException ? ":exception-type" : ":event-type", name),
    awsHeader(":content-type", "application/json"),
    awsHeader(":message-type", isException ? "exception" : "event"),
  ]);
  const payload = Buffer.from(JSON.stringify(event.payload));
  const message = Buffer.alloc(12 + headers.length + payload.length + 4);
  message.writeUInt32BE(message.length, 0);
  message.writeUInt32BE(headers.length, 4);
  message.writeUInt32BE(crc32(message.subarray(0, 8)), 8);
  headers.copy(message, 12);
  payload.copy(message, 12 + headers.length);
  message.writeUInt32BE(crc32(message.subarray(0, message.length - 4)), message.length - 4);
  return message;
}

const AWS_STRING = 7;

function awsHeader(name: string, value: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(Buffer.byteLength(value));
  return Buffer.concat([
    Buffer.from([Buffer.byteLength(name)]),
    Buffer.from(name),
    Buffer.from([AWS_STRING]),
    length,
    Buffer.from(value),
  ]);
}
