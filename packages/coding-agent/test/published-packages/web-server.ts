import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export interface WebRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

type Answer = (request: WebRequest) => unknown;

/** The web API that a package talks to, on loopback: JSON by path. A string is sent as a page. */
export class WebServer implements AsyncDisposable {
  readonly requests: WebRequest[] = [];
  private readonly http: Server;
  private readonly answers: { readonly path: RegExp; readonly answer: Answer }[] = [];

  constructor() {
    this.http = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { method = "GET", url: path = "/" } = request;
      const asked = { method, path, body: Buffer.concat(chunks).toString("utf8") };
      this.requests.push(asked);
      const found = this.answers.find((one) => one.path.test(path))?.answer(asked);
      const isPage = typeof found === "string";
      response.writeHead(found === undefined ? 404 : 200, {
        "content-type": isPage ? "text/html" : "application/json",
      });
      response.end(isPage ? found : JSON.stringify(found ?? { error: `no such path: ${path}` }));
    });
  }

  /** Without a trailing slash. */
  get url(): string {
    return `http://127.0.0.1:${(this.http.address() as AddressInfo).port}`;
  }

  /** What a path answers, from now on. */
  on(path: RegExp, answer: Answer): void {
    this.answers.push({ path, answer });
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.http.once("error", reject);
      this.http.listen(0, "127.0.0.1", resolve);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.http.closeAllConnections();
    await new Promise<void>((resolve) => this.http.close(() => resolve()));
  }
}
