import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { ExtensionAPI } from "@tau/coding-agent";
import { createExtensionHarness, type ExtensionHarness } from "@tau/testkit/extensions";
import { convertHere } from "../page-tasks.ts";
import type { ReadOptions } from "../read-page.ts";
import { fetchSettings } from "../settings.ts";

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** An HTTP server on loopback; each path has its answer. */
export interface PageServer extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly { readonly url: string; readonly headers: IncomingMessage["headers"] }[];
}

export async function startPageServer(answers: Readonly<Record<string, Answer>>): Promise<PageServer> {
  const requests: { url: string; headers: IncomingMessage["headers"] }[] = [];
  const server = createServer((request, response) => {
    const { url = "", headers } = request;
    requests.push({ url, headers });
    const answer = answers[url.replace(/\?.*/, "")] ?? answers["*"];
    if (answer) answer(request, response);
    else response.writeHead(404, { "content-type": "text/plain" }).end("no such page");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

export const page =
  (body: string | Uint8Array, type = "text/html; charset=utf-8", headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    response.writeHead(200, { "content-type": type, ...headers }).end(body);

export const redirect =
  (location: string): Answer =>
  (_request, response) =>
    response.writeHead(302, { location }).end();

/** The HTTP port of an extension in a real session. */
export async function withHttp(): Promise<{ harness: ExtensionHarness; http: ExtensionAPI["http"] }> {
  const given = Promise.withResolvers<ExtensionAPI["http"]>();
  const harness = await createExtensionHarness({ extensions: [(pi: ExtensionAPI) => given.resolve(pi.http)] });
  return { harness, http: await given.promise };
}

/** Options that allow loopback, where the tests' servers are. */
export function optionsFor(http: ExtensionAPI["http"], settings: object = {}): ReadOptions {
  return {
    http,
    settings: fetchSettings({ fetch: { privateHosts: ["127.0.0.1"], ...settings } }),
    convert: async (task) => convertHere(task),
  };
}
