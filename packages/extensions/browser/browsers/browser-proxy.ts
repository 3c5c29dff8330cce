import { once } from "node:events";
import { createServer, request as forward, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { ExtensionAPI } from "@tau/coding-agent";

type Http = Pick<ExtensionAPI["http"], "connect">;

const MOST_REFUSALS = 200;
/** Headers that concern the connection to the proxy alone. */
const HOP_BY_HOP = new Set(["proxy-connection", "proxy-authorization", "connection", "keep-alive"]);

/**
 * The proxy between Chromium and the network. It connects to the addresses that it has checked, so that neither a redirect nor a name that
 * changes its address leads into a private network. The proxies of the environment are used behind it.
 */
export class BrowserProxy {
  private readonly http: Http;
  private readonly privateHosts: readonly string[];
  private readonly server: Server;
  private readonly sockets = new Set<Duplex>();
  private readonly refusals = new Map<string, string>();

  static async start(http: Http, privateHosts: readonly string[]): Promise<BrowserProxy> {
    const proxy = new BrowserProxy(http, privateHosts);
    proxy.server.listen(0, "127.0.0.1");
    await once(proxy.server, "listening");
    proxy.server.unref();
    return proxy;
  }

  private constructor(http: Http, privateHosts: readonly string[]) {
    this.http = http;
    this.privateHosts = privateHosts;
    this.server = createServer((request, response) => void this.pass(request, response));
    this.server.on("connect", (request: IncomingMessage, socket: Duplex) => void this.tunnel(request, socket));
    this.server.on("upgrade", (_request: IncomingMessage, socket: Duplex) => socket.destroy());
    this.server.on("connection", (socket: Socket) => this.keep(socket));
  }

  /** Host and port. */
  get address(): string {
    const { port } = this.server.address() as AddressInfo;
    return `127.0.0.1:${port}`;
  }

  refusalOf(host: string): string | undefined {
    return this.refusals.get(host);
  }

  async close(): Promise<void> {
    const closed = once(this.server, "close");
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  /** Connects to a host for the browser. Rejects if the host is refused or cannot be reached. */
  private async connect(url: URL): Promise<Socket> {
    const { privateHosts } = this;
    try {
      const socket = await this.http.connect(url.href, { refusePrivateAddresses: true, privateHosts });
      this.refusals.delete(url.host);
      return this.keep(socket);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const isPrivate = error instanceof Error && "code" in error && error.code === "private-address";
      const advice = isPrivate ? " The user can allow the host in the setting browser.privateHosts." : "";
      if (this.refusals.size >= MOST_REFUSALS) this.refusals.clear();
      this.refusals.set(url.host, `${reason}${advice}`);
      throw new Error(`${reason}${advice}`, { cause: error });
    }
  }

  private async tunnel({ url = "" }: IncomingMessage, browser: Duplex): Promise<void> {
    try {
      const target = new URL(`https://${url}`);
      const server = await this.connect(target);
      browser.write("HTTP/1.1 200 Connection established\r\n\r\n");
      browser.pipe(server).pipe(browser);
      browser.on("close", () => server.destroy());
      server.on("close", () => browser.destroy());
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      browser.end(`HTTP/1.1 403 Forbidden\r\ncontent-type: text/plain\r\n\r\n${reason}\n`);
    }
  }

  private async pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const url = new URL(request.url ?? "");
      const socket = await this.connect(url);
      const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !HOP_BY_HOP.has(name)));
      const { method } = request;
      const passed = forward(url, {
        method,
        headers: { ...headers, connection: "close" },
        createConnection: () => socket,
      });
      passed.on("response", (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.statusMessage, answer.headers);
        answer.pipe(response);
      });
      passed.on("error", (error) => fail(response, error.message));
      response.on("close", () => socket.destroy());
      request.pipe(passed);
    } catch (error) {
      fail(response, error instanceof Error ? error.message : String(error));
    }
  }

  private keep<T extends Duplex>(socket: T): T {
    this.sockets.add(socket);
    socket.on("close", () => this.sockets.delete(socket));
    // A connection that breaks ends its request; the browser says so.
    socket.on("error", () => socket.destroy());
    return socket;
  }
}

function fail(response: ServerResponse, reason: string): void {
  if (response.headersSent) response.destroy();
  else
    response.writeHead(502, { "content-type": "text/plain; charset=utf-8", "x-tau-refused": "1" }).end(`${reason}\n`);
}
