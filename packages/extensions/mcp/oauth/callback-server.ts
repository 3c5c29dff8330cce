import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const PAGE =
  "<!doctype html><meta charset=utf-8><title>Tau</title><p>You are signed in. You can close this page and go back to Tau.";
const FAILURE =
  "<!doctype html><meta charset=utf-8><title>Tau</title><p>The sign-in did not succeed. Tau says why. You can close this page.";

/** Waits on this machine for the browser's redirect from the authorization server. */
export class CallbackServer implements AsyncDisposable {
  readonly redirectUrl: string;
  private readonly server: Server;
  private readonly arrived = Promise.withResolvers<URLSearchParams>();

  private constructor(server: Server, path: string) {
    const { port } = server.address() as AddressInfo;
    this.server = server;
    this.redirectUrl = `http://127.0.0.1:${port}${path}`;
    server.on("request", (request, response) => {
      const url = URL.parse(request.url ?? "", this.redirectUrl);
      if (request.method !== "GET" || url?.pathname !== path) return void response.writeHead(404).end();
      answer(response, url.searchParams.has("code") ? PAGE : FAILURE);
      this.arrived.resolve(url.searchParams);
    });
  }

  /** Listens on a free port, unless the client's registration names one. */
  static async open({ port = 0, path = "/callback" }: { port?: number; path?: string } = {}): Promise<CallbackServer> {
    const server = createServer();
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, "127.0.0.1", resolve);
    });
    return new CallbackServer(server, path);
  }

  /** Resolves to the parameters sent by the authorization server. */
  async answer(signal: AbortSignal): Promise<URLSearchParams> {
    const stopped = Promise.withResolvers<never>();
    const stop = () => stopped.reject(new Error("The sign-in was stopped."));
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    try {
      return await Promise.race([this.arrived.promise, stopped.promise]);
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

function answer(response: ServerResponse, page: string): void {
  response.writeHead(200, { "content-type": "text/html; charset=utf-8", connection: "close" }).end(page);
}
