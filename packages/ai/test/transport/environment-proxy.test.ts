import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { streamSimple } from "../../src/index.ts";
import { applyEnvironmentProxy } from "../../src/transport/environment-proxy.ts";
import { sse, startServer } from "../support/http-server.ts";
import { testModel } from "../support/models.ts";

const saved = { ...process.env };
const restores: (() => void)[] = [];
afterEach(() => {
  for (const restore of restores.splice(0)) restore();
  for (const name of ["HTTP_PROXY", "NO_PROXY"]) {
    if (saved[name] === undefined) delete process.env[name];
    else process.env[name] = saved[name];
  }
});

test("requests go through the proxy of the environment, those to this machine and to exceptions do not", async () => {
  await using server = await startServer(
    sse({ choices: [{ delta: { content: "ok" }, finish_reason: "stop" }] }, "[DONE]"),
  );
  await using proxy = await startProxy(Number(new URL(server.url).port));
  process.env.HTTP_PROXY = proxy.url;
  process.env.NO_PROXY = "direct.invalid";
  restores.push(applyEnvironmentProxy());
  const ask = async (baseUrl: string) =>
    (await streamSimple(testModel("openai-completions", { baseUrl }), { messages: [] }, { maxRetries: 0 }).result())
      .stopReason;
  expect(await ask("http://far-away.invalid")).toBe("stop");
  expect(await ask(server.url)).toBe("stop");
  expect(await ask("http://direct.invalid")).toBe("error");
  expect(proxy.tunnels).toEqual(["far-away.invalid:80"]);
});

interface Proxy extends AsyncDisposable {
  url: string;
  tunnels: string[];
}

/** A proxy that connects everything to one port. */
async function startProxy(port: number): Promise<Proxy> {
  const tunnels: string[] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer();
  server.on("connect", (request, socket: Socket) => {
    tunnels.push(request.url ?? "");
    const upstream = connect(port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      upstream.pipe(socket).pipe(upstream);
    });
    for (const each of [socket, upstream]) sockets.add(each.on("error", () => each.destroy()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tunnels,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
