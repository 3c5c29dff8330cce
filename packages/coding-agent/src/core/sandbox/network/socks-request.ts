import type { Socket } from "node:net";
import { readDestination } from "./host-rules.ts";
import type { ProxyRequest } from "./proxy.ts";

const VERSION = 5;
const NO_LOGIN = 0;
const CONNECT = 1;
const IPV4 = 1;
const NAME = 3;
const IPV6 = 4;
const NOT_ALLOWED = 2;

/** Reads the greeting and a request to connect to a name or address. */
export async function readSocksRequest(
  greeting: Buffer,
  client: Socket,
  more: (read: Buffer) => Promise<Buffer | undefined>,
): Promise<ProxyRequest | undefined> {
  let read: Buffer | undefined = greeting;
  while (read && read.length < 2 + (read[1] ?? 0)) read = await more(read);
  if (!read?.subarray(2, 2 + (read[1] ?? 0)).includes(NO_LOGIN)) return undefined;
  client.write(Buffer.from([VERSION, NO_LOGIN]));
  read = read.subarray(2 + (read[1] ?? 0));
  while (read && read.length < lengthOf(read)) read = await more(read);
  return read && connection(read);
}

/** Returns the length of the request, as far as the bytes read so far tell. */
function lengthOf(read: Buffer): number {
  if (read.length < 5) return 5;
  if (read[3] === NAME) return 7 + (read[4] ?? 0);
  return read[3] === IPV6 ? 22 : 10;
}

function connection(read: Buffer): ProxyRequest | undefined {
  const length = lengthOf(read);
  if (read[0] !== VERSION || read[1] !== CONNECT) return undefined;
  const destination = readDestination(hostOf(read), read.readUInt16BE(length - 2));
  if (!destination) return undefined;
  return { destination, accepted: reply(0), refusal: () => reply(NOT_ALLOWED), first: read.subarray(length) };
}

function hostOf(read: Buffer): string {
  if (read[3] === NAME) return read.subarray(5, 5 + (read[4] ?? 0)).toString("latin1");
  if (read[3] === IPV4) return [...read.subarray(4, 8)].join(".");
  const groups = Array.from({ length: 8 }, (_, index) => read.readUInt16BE(4 + index * 2).toString(16));
  return groups.join(":");
}

function reply(code: number): Buffer {
  return Buffer.from([VERSION, code, 0, IPV4, 0, 0, 0, 0, 0, 0]);
}
