import { once } from "node:events";
import { createServer, globalAgent, type RequestListener } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { callHttp, type HttpCall, type HttpReply } from "../../../src/transport/connection/http-call.ts";
import { callByNode } from "../../../src/transport/connection/node-http.ts";

const direct = (call: HttpCall) => callByNode(call, process);
const fetched = (call: HttpCall) => callHttp(call, globalThis.fetch);

for (const [name, send] of Object.entries({ direct, fetched })) {
  test(`${name}: the request arrives as it is and the answer comes back with it`, async () => {
    await using server = await serve((request, response) => {
      const parts: Buffer[] = [];
      request.on("data", (part) => parts.push(part));
      request.on("end", () => {
        const { method, url, headers } = request;
        response.writeHead(418, { "X-Pot": "tea" });
        response.end(
          JSON.stringify([method, url, headers["x-key"], headers["content-length"], `${Buffer.concat(parts)}`]),
        );
      });
    });
    const answer = await send(server.request("/v1/chat?beta", "hé"));
    expect([answer.status, answer.headers["x-pot"]]).toEqual([418, "tea"]);
    expect(JSON.parse(await text(answer))).toEqual(["POST", "/v1/chat?beta", "k", "3", "hé"]);
    const body = [Buffer.from("h"), Buffer.from("é")];
    const inPieces = await send({ ...server.request("/v1/chat?beta"), body });
    expect(JSON.parse(await text(inPieces))).toEqual(["POST", "/v1/chat?beta", "k", "3", "hé"]);
  });

  test(`${name}: a compressed body is read plain`, async () => {
    for (const [encoding, compress] of Object.entries({
      gzip: gzipSync,
      deflate: deflateSync,
      br: brotliCompressSync,
    })) {
      await using server = await serve((_, response) => {
        response.writeHead(200, { "content-encoding": encoding }).end(compress("one two"));
      });
      expect(await text(await send(server.request()))).toBe("one two");
    }
  });

  test(`${name}: an abort ends the wait for an answer, and a body halfway`, async () => {
    await using server = await serve((request, response) => {
      if (request.url === "/body") response.write("first");
    });
    const waiting = new AbortController();
    const refused = send({ ...server.request("/never"), signal: waiting.signal });
    await server.requested("/never");
    waiting.abort();
    await expect(refused).rejects.toThrow(/abort/i);

    const reading = new AbortController();
    const answer = await send({ ...server.request("/body"), signal: reading.signal });
    const read = async () => {
      for await (const _ of answer.body) reading.abort();
    };
    await expect(read()).rejects.toThrow(/abort/i);
  });

  test(`${name}: a connection lost halfway is an error, also when it is lost before anyone reads`, async () => {
    await using server = await serve((_, response) => {
      response.writeHead(200, { "content-length": 100 });
      response.write("some", () => response.destroy());
    });
    const answer = await send(server.request());
    await server.closed();
    await expect(text(answer)).rejects.toThrow();
  });

  test(`${name}: whoever stops reading closes the connection`, async () => {
    await using server = await serve((_, response) => {
      response.write("first");
    });
    for await (const _ of (await send(server.request())).body) break;
    await server.closed();
  });

  test(`${name}: a port where nobody listens is refused`, async () => {
    const server = await serve(() => undefined);
    const request = server.request();
    await server[Symbol.asyncDispose]();
    const failure: unknown = await send(request).catch((error) => error.cause ?? error);
    expect(failure).toMatchObject({ code: "ECONNREFUSED" });
  });
}

test("a server that has moved is followed with the body, but not to where others would see the key", async () => {
  await using elsewhere = await serve(
    (request, response) => void response.end(request.headers.authorization ?? "no key"),
  );
  await using server = await serve((request, response) => {
    const to: Record<string, string> = {
      "/old": "/new",
      "/away": `${elsewhere.request().url.replace("127.0.0.1", "localhost")}`,
      "/loop": "/loop",
    };
    const location = to[request.url ?? ""];
    if (location) response.writeHead(307, { location }).end();
    else if (request.url === "/found") response.writeHead(302, { location: "/new" }).end();
    else request.pipe(response);
  });
  expect(await text(await direct(server.request("/old", "kept")))).toBe("kept");
  const statuses = ["/away", "/found", "/loop"].map(async (path) => (await direct(server.request(path, "x"))).status);
  expect(await Promise.all(statuses)).toEqual([307, 302, 307]);
  const { signal, url } = server.request("/away");
  expect(await text(await direct({ url, signal, headers: { authorization: "secret" } }))).toBe("no key");
});

test("the limit for a connection ends with the connection: an answer may take longer", async () => {
  const limits = new Set<unknown>();
  let begun = 0;
  const { setTimeout: set, clearTimeout: clear } = globalThis;
  globalThis.setTimeout = Object.assign(
    (run: () => void, ms?: number) => {
      const timer = set(run, ms);
      if (ms !== 10_000) return timer;
      limits.add(timer);
      begun++;
      return timer;
    },
    { __promisify__: set.__promisify__ },
  ) as typeof setTimeout;
  globalThis.clearTimeout = (timer) => {
    limits.delete(timer);
    clear(timer);
  };
  try {
    const whileAnswering: number[] = [];
    await using server = await serve((_, response) => {
      whileAnswering.push(limits.size);
      response.end("ok");
    });
    const { url } = server.request();
    expect(await text(await direct({ url }))).toBe("ok");
    expect([begun, whileAnswering]).toEqual([1, [0]]);
  } finally {
    Object.assign(globalThis, { setTimeout: set, clearTimeout: clear });
  }
});

test("what came before the connection was lost is there, also for whoever looks late", async () => {
  await using server = await serve((_, response) => {
    response.writeHead(200, { "content-length": 100 });
    response.write("some", () => response.destroy());
  });
  const request = server.request();
  const answer = await direct(request);
  const isOpen = () => Object.keys(globalAgent.sockets).some((name) => name.includes(new URL(request.url).port));
  while (isOpen()) await new Promise((resolve) => setImmediate(resolve));
  const parts: Uint8Array[] = [];
  const read = async () => {
    for await (const part of answer.body) parts.push(part);
  };
  await expect(read()).rejects.toThrow();
  expect(Buffer.concat(parts).toString()).toBe("some");
});

test("many requests over one connection leave nothing behind on it", async () => {
  const sockets = new Set<Socket>();
  await using server = await serve((request, response) => {
    sockets.add(request.socket);
    response.end("x");
  });
  const warnings: string[] = [];
  const onWarning = (warning: Error) => warnings.push(warning.message);
  process.on("warning", onWarning);
  for (let count = 0; count < 15; count++) await text(await direct(server.request("/", "y")));
  await new Promise((resolve) => setImmediate(resolve));
  process.off("warning", onWarning);
  expect([sockets.size, warnings]).toEqual([1, []]);
});

test("a fetch that a program put in the place of the host's is used", async () => {
  const host = globalThis.fetch;
  globalThis.fetch = async () => new Response("mine", { status: 201 });
  try {
    const answer = await callHttp({ url: "http://nowhere.invalid", body: "" });
    expect([answer.status, await text(answer)]).toEqual([201, "mine"]);
  } finally {
    globalThis.fetch = host;
  }
});

test("a dispatcher that a program has chosen for fetch is used, the one fetch brings along is not missed", async () => {
  const place = globalThis as { [DISPATCHER]?: object };
  await fetch("data:,loaded");
  const plain = place[DISPATCHER];
  await using server = await serve((_, response) => void response.end("direct"));
  expect(await text(await callHttp(server.request()))).toBe("direct");
  class ChosenDispatcher {
    dispatch(): never {
      throw new Error("chosen");
    }
  }
  place[DISPATCHER] = new ChosenDispatcher();
  try {
    const failure: unknown = await callHttp(server.request()).catch((error) => error.cause ?? error);
    expect(String(failure)).toContain("chosen");
  } finally {
    if (plain) place[DISPATCHER] = plain;
  }
});

const DISPATCHER = Symbol.for("undici.globalDispatcher.1");

async function text({ body }: HttpReply): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return Buffer.concat(parts).toString();
}

test("a request is repeated at once if the server has closed the idle connection that it uses, and only then", async () => {
  const served = new Map<Socket, number>();
  await using server = await serve(({ socket, url }, response) => {
    const count = (served.get(socket) ?? 0) + 1;
    served.set(socket, count);
    if (count > 1 || url === "/refused") socket.destroy();
    else response.end("ok");
  });
  for (let round = 0; round < 3; round++) expect(await text(await direct(server.request("/", "body")))).toBe("ok");
  expect([...served.values()]).toEqual([2, 2, 1]);
  await expect(direct(server.request("/refused"))).rejects.toThrow(/socket hang up|ECONNRESET/);
  expect([...served.values()]).toEqual([2, 2, 2, 1]);
});

async function serve(answer: RequestListener) {
  const seen = new Set<string | undefined>();
  const server = createServer((request, response) => {
    seen.add(request.url);
    server.emit("seen");
    answer(request, response);
  }).listen(0, "127.0.0.1");
  let closed = false;
  server.on("connection", (socket) => {
    socket.once("close", () => {
      closed = true;
      server.emit("lost");
    });
  });
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    request: (path = "/", body = ""): HttpCall => ({
      url: origin + path,
      headers: { "x-key": "k" },
      body,
      signal: new AbortController().signal,
    }),
    requested: async (path: string) => {
      while (!seen.has(path)) await once(server, "seen");
    },
    closed: async () => {
      while (!closed) await once(server, "lost");
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
