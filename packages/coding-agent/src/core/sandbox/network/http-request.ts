import { readDestination } from "./host-rules.ts";
import type { ProxyRequest } from "./proxy.ts";

/** Reads `CONNECT host:port`, or a request with an absolute `http:` URL. */
export async function readHttpRequest(
  first: Buffer,
  more: (read: Buffer) => Promise<Buffer | undefined>,
): Promise<ProxyRequest | undefined> {
  let read: Buffer | undefined = first;
  while (read && !read.includes("\r\n\r\n")) read = await more(read);
  if (!read) return undefined;
  const end = read.indexOf("\r\n\r\n") + 4;
  const head = read.subarray(0, end).toString("latin1");
  const rest = read.subarray(end);
  const [, method = "", target = ""] = /^([A-Z]+) (\S+) HTTP\/1\.[01]\r\n/.exec(head) ?? [];
  return method === "CONNECT" ? tunnel(target, rest) : plain(method, target, head, rest);
}

function tunnel(target: string, rest: Buffer): ProxyRequest | undefined {
  const [, host = "", port = ""] = /^(\[[\da-f:.]+\]|[^:[\]]+):(\d{1,5})$/i.exec(target) ?? [];
  const destination = readDestination(host, Number(port));
  if (!destination) return undefined;
  return { destination, accepted: Buffer.from("HTTP/1.1 200 Connection established\r\n\r\n"), refusal, first: rest };
}

/** Forwards only one request per connection: the next one may be for another host and needs a decision of its own. */
function plain(method: string, target: string, head: string, rest: Buffer): ProxyRequest | undefined {
  const url = URL.parse(target);
  if (method === "" || url?.protocol !== "http:" || url.username !== "" || url.password !== "") return undefined;
  const destination = readDestination(url.hostname, Number(url.port || 80));
  if (!destination) return undefined;
  const kept = head
    .split("\r\n")
    .slice(1, -2)
    .filter((line) => !/^(?:host|connection|proxy-[\w-]+|keep-alive)\s*:/i.test(line));
  const lines = [`${method} ${url.pathname}${url.search} HTTP/1.1`, `Host: ${url.host}`, ...kept, "Connection: close"];
  const request = Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
  return { destination, accepted: Buffer.alloc(0), refusal, first: Buffer.concat([request, rest]) };
}

function refusal(reason: string): Buffer {
  const text = `Tau's sandbox refused the connection: ${reason}.\n`;
  const head = `HTTP/1.1 403 Forbidden\r\nContent-Type: text/plain\r\nContent-Length: ${Buffer.byteLength(text)}`;
  return Buffer.from(`${head}\r\nConnection: close\r\n\r\n${text}`);
}
