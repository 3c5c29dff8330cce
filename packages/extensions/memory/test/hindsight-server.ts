import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface HindsightRequest {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: unknown;
}

export interface HindsightScript {
  /** The answer of a request, by its path; `silence` never answers. */
  (
    request: HindsightRequest,
  ): { readonly status?: number; readonly json?: unknown; readonly text?: string } | "silence";
}

/** A server with the documented paths and shapes of Hindsight's HTTP API. It stores nothing: the script answers. */
export async function startHindsight(script: HindsightScript = () => ({})) {
  const requests: HindsightRequest[] = [];
  const answer = async (incoming: IncomingMessage, response: ServerResponse) => {
    let text = "";
    for await (const chunk of incoming) text += String(chunk);
    const request: HindsightRequest = {
      method: incoming.method ?? "",
      path: (incoming.url ?? "").replace("/v1/default/banks/", ""),
      authorization: incoming.headers.authorization,
      body: text === "" ? undefined : JSON.parse(text),
    };
    requests.push(request);
    const scripted = script(request);
    if (scripted === "silence") return;
    const { status = 200, json = {}, text: plain } = scripted;
    response.writeHead(status, { "content-type": "application/json" }).end(plain ?? JSON.stringify(json));
  };
  const server = createServer((incoming, response) => void answer(incoming, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    /** The requests to a path, such as `/memories`. */
    to: (path: string) => requests.filter((request) => request.path.replace(/^[^/]*/, "") === path),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
