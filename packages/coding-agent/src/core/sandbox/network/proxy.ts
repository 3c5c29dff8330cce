import { lookup } from "node:dns/promises";
import { connect, createServer, type Server, type Socket } from "node:net";
import { errorText } from "../../error-text.ts";
import { isPrivateAddress } from "../../http/is-private-address.ts";
import { allowsDestination, type Destination, mayBePrivate } from "./host-rules.ts";
import { readHttpRequest } from "./http-request.ts";
import { readSocksRequest } from "./socks-request.ts";

/** A client's request, and the answers in its protocol. */
export interface ProxyRequest {
  readonly destination: Destination;
  /** The answer once the connection is established. */
  readonly accepted: Buffer;
  refusal(reason: string): Buffer;
  /** The first bytes to send to the server. */
  readonly first: Buffer;
}

export interface ProxyOptions {
  /** Called for each connection. */
  readonly rules: () => readonly string[];
  /** Called with each decision. */
  readonly onDecision?: (destination: Destination, reason: string | undefined) => void;
  readonly resolve?: (host: string) => Promise<readonly string[]>;
}

const HEAD_LIMIT_BYTES = 65_536;
const HEAD_LIMIT_MS = 30_000;

/**
 * Starts the proxy, the only way out of a sandbox: HTTP (CONNECT, and plain requests with an absolute URL) and SOCKS5
 * on one socket. Decides by the host name that the client gave, before looking it up, and connects to the address that was checked.
 */
export function startProxy(path: string, options: ProxyOptions): Promise<Server> {
  const server = createServer((client) => {
    client.on("error", () => client.destroy());
    serve(client, options).catch(() => client.destroy());
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, () => resolve(server));
  });
}

async function serve(client: Socket, options: ProxyOptions): Promise<void> {
  client.setTimeout(HEAD_LIMIT_MS, () => client.destroy());
  const request = await readRequest(client);
  if (!request) {
    client.destroy();
    return;
  }
  client.setTimeout(0);
  const decided = await decide(request.destination, options);
  options.onDecision?.(request.destination, "refusal" in decided ? decided.refusal : undefined);
  if ("refusal" in decided) {
    client.end(request.refusal(decided.refusal));
    return;
  }
  const server = connect({ host: decided.address, port: request.destination.port });
  server.once("error", (error) => client.end(request.refusal(errorText(error))));
  server.once("connect", () => {
    server.removeAllListeners("error");
    server.on("error", () => client.destroy());
    client.write(request.accepted);
    server.write(request.first);
    client.pipe(server);
    server.pipe(client);
  });
  client.once("close", () => server.destroy());
}

type Decision = { readonly address: string } | { readonly refusal: string };

async function decide(destination: Destination, { rules, resolve = addressesOf }: ProxyOptions): Promise<Decision> {
  const { host } = destination;
  if (!allowsDestination(rules(), destination)) return { refusal: `${host}:${destination.port} is not allowed` };
  try {
    const addresses = await resolve(host);
    const [address] = addresses;
    if (address === undefined) return { refusal: `${host} has no address` };
    if (!mayBePrivate(destination) && addresses.some(isPrivateAddress))
      return { refusal: `${host} leads to a private address` };
    return { address };
  } catch (error) {
    return { refusal: `${host} was not found: ${errorText(error)}` };
  }
}

async function addressesOf(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

/** Reads just enough to know the destination; the bytes after it belong to the connection. */
async function readRequest(client: Socket): Promise<ProxyRequest | undefined> {
  const [first] = await bytesOf(client, Buffer.alloc(0));
  if (first === undefined) return undefined;
  const more = async (read: Buffer) => (await bytesOf(client, read))[0];
  return first[0] === 5 ? await readSocksRequest(first, client, more) : await readHttpRequest(first, more);
}

/** Resolves to the bytes read so far plus the next ones, or to nothing if the client is gone or sent too much. */
function bytesOf(client: Socket, read: Buffer): Promise<readonly [Buffer | undefined]> {
  return new Promise((resolve) => {
    const finish = (bytes?: Buffer) => {
      client.pause();
      client.off("data", onData).off("close", onClose).off("end", onClose);
      const whole = bytes && Buffer.concat([read, bytes]);
      resolve([whole && whole.length <= HEAD_LIMIT_BYTES ? whole : undefined]);
    };
    const onData = (bytes: Buffer) => finish(bytes);
    const onClose = () => finish();
    client.on("data", onData).once("close", onClose).once("end", onClose);
    client.resume();
  });
}
