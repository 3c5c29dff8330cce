import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { ExtensionAPI } from "@tau/coding-agent";
import { createExtensionHarness, type ExtensionHarness } from "@tau/testkit/extensions";
import { manifest as codemode } from "../../codemode/manifest.ts";
import { manifest as fetchManifest } from "../../fetch/manifest.ts";
import { manifest } from "../manifest.ts";
import type { BrowserParams } from "../tool.ts";

export interface Answer {
  readonly text: string;
  readonly isError: boolean;
  readonly images: readonly { readonly data: string; readonly mimeType: string }[];
}

export interface BrowserSession extends AsyncDisposable {
  readonly harness: ExtensionHarness;
  /** Calls the tool as the model does. */
  call(params: BrowserParams): Promise<Answer>;
  /** Runs code on the tab `main`. */
  run(code: string, more?: Partial<BrowserParams>): Promise<Answer>;
}

export interface SessionOptions {
  readonly settings?: object;
  readonly files?: Readonly<Record<string, string>>;
  readonly tool?: string;
  readonly extension?: (pi: ExtensionAPI) => void;
}

/** A session whose model makes exactly the calls that a test asks for. */
export async function browserSession(options: SessionOptions = {}): Promise<BrowserSession> {
  const { settings = { privateHosts: ["*"] }, files = {}, extension = () => undefined } = options;
  let pending: BrowserParams | undefined;
  const harness = await createExtensionHarness({
    extensions: [manifest, codemode, fetchManifest, extension],
    files,
    settings: { browser: settings },
    script: () => {
      const call = pending;
      pending = undefined;
      return call ? { toolCalls: [{ name: options.tool ?? "browser", arguments: { ...call } }] } : { text: "ok" };
    },
  });
  const call = async (params: BrowserParams): Promise<Answer> => {
    pending = params;
    await harness.prompt("go");
    const result = harness.session.messages.findLast(({ role }) => role === "toolResult");
    if (result?.role !== "toolResult") throw new Error("The tool was not called.");
    const text = result.content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
    return { text, isError: result.isError, images: result.content.filter((block) => block.type === "image") };
  };
  return {
    harness,
    call,
    run: async (code, more = {}) => await call({ action: "run", code, ...more }),
    [Symbol.asyncDispose]: async () => await harness[Symbol.asyncDispose](),
  };
}

export interface Site extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly requests: string[];
}

type Page = string | ((...args: Parameters<RequestListener>) => void);

/** Serves pages on loopback. A text is HTML. */
export async function serve(
  pages: Readonly<Record<string, Page>>,
  create = (listener: RequestListener): Server => createServer(listener),
): Promise<Site> {
  const requests: string[] = [];
  const server = create((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const page = pages[pathOf(request)];
    if (typeof page === "function") page(request, response);
    else if (page === undefined) response.writeHead(404).end("<title>Not found</title>");
    else response.setHeader("content-type", "text/html; charset=utf-8").end(page);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    port,
    requests,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function pathOf({ url = "" }: IncomingMessage): string {
  return url.split("?")[0] as string;
}
