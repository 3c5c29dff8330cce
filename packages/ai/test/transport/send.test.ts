import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { type AssistantError, type StreamOptions, streamSimple } from "../../src/index.ts";
import { type Answer, sse, startServer, status } from "../support/http-server.ts";
import { testModel } from "../support/models.ts";

const ok = sse({ choices: [{ delta: { content: "ok" }, finish_reason: "stop" }] }, "[DONE]");
const key = "sk-secret-0123456789";

test("vendor errors become one message a user can act on, with the code, never the key", async () => {
  const cases: [Answer, Partial<AssistantError>, string][] = [
    [
      status(200, "<!doctype html><title>Sign in</title>", { "content-type": "text/html; charset=utf-8" }),
      { code: "invalid-request" },
      'test answered with an HTML page ("Sign in"); a proxy or a wrong base URL may be in between.',
    ],
    [
      status(429, "{}", { "retry-after": "90" }),
      { code: "rate-limit", status: 429 },
      "test is limiting requests (HTTP 429). It asks to wait 90 s.",
    ],
    [
      status(401, { error: { message: `Incorrect API key provided: ${key}.` } }),
      { code: "auth", status: 401 },
      "test refused the credentials (HTTP 401): Incorrect API key provided: ***. Check the key.",
    ],
    [
      status(404, { type: "error", error: { type: "not_found_error", message: "model: nope" } }),
      { code: "invalid-request", status: 404 },
      "test refused the request (HTTP 404): model: nope. Check the model id and the base URL",
    ],
    [
      status(400, [{ error: { code: 400, message: "API key not valid. Please pass a valid API key." } }]),
      { code: "auth", status: 400 },
      "API key not valid",
    ],
    [
      status(400, {
        error: { message: "Provider returned error", metadata: { raw: '{"message":"tools: bad schema"}' } },
      }),
      { code: "invalid-request" },
      "test refused the request (HTTP 400): tools: bad schema.",
    ],
    [status(400, { message: "prompt is too long: 9 > 8" }), { code: "overflow", status: 400 }, "too long"],
    [status(413, ""), { code: "overflow", status: 413 }, "test says the prompt is too long (HTTP 413)."],
    [status(422, { detail: [{ msg: "field required" }] }), { code: "invalid-request" }, "field required."],
    [
      status(502, "<!DOCTYPE html><html><title>502 Bad Gateway</title></html>"),
      { code: "server", status: 502 },
      'test failed (HTTP 502): an HTML page ("502 Bad Gateway")',
    ],
    [
      status(402, { error: "Insufficient credits" }),
      { code: "rate-limit", status: 402 },
      "Check the account's balance.",
    ],
  ];
  for (const [answer, error, text] of cases) {
    const { message } = await ask([answer], { maxRetries: 0 });
    expect(message.error).toMatchObject(error);
    expect(message.errorMessage).toContain(text);
    expect(JSON.stringify(message)).not.toContain(key);
  }
});

test("what may pass is tried again, after the wait the server asks for", async () => {
  const passing: Answer[] = [
    status(429, "slow down", { "retry-after-ms": "1" }),
    status(429, "slow down", { "retry-after": "0" }),
    status(503, "busy", { "retry-after": new Date(0).toUTCString() }),
  ];
  for (const refusal of passing) {
    const { message, attempts } = await ask([refusal, ok]);
    expect([message.stopReason, attempts]).toEqual(["stop", 2]);
  }
  const { message, attempts } = await ask([status(500, "x", { "retry-after-ms": "1" })], { maxRetries: 3 });
  expect([message.stopReason, message.error?.code, attempts]).toEqual(["error", "server", 4]);
});

test("a wait longer than the cap fails at once and says how long", async () => {
  const { message, attempts } = await ask([status(429, "daily limit", { "retry-after": "3600" })]);
  expect(attempts).toBe(1);
  expect(message.error).toMatchObject({ code: "rate-limit", status: 429, retryAfterMs: 3_600_000 });
  expect(message.errorMessage).toContain("It asks to wait 3600 s.");
});

test("a refusal that will not pass is not tried again", async () => {
  expect((await ask([status(400, "bad"), ok])).attempts).toBe(1);
  const tooLong = { error: { message: "context_length_exceeded" } };
  expect((await ask([status(500, tooLong, { "retry-after-ms": "1" }), ok])).attempts).toBe(1);
});

test("the wait that the server asks for stands above ours", async () => {
  const asked: number[] = [];
  const note = (answer: Answer): Answer => {
    return (response, request) => {
      asked.push(performance.now());
      return answer(response, request);
    };
  };
  const { message } = await ask([note(status(429, "slow down", { "retry-after": "1" })), note(ok)]);
  expect(message.stopReason).toBe("stop");
  const [first = 0, second = 0] = asked;
  // Our own first wait is never longer than half a second.
  expect(second - first).toBeGreaterThan(900);
});

test("silence ends the request, before and within the body", async () => {
  const before = await ask([() => undefined], { timeoutMs: 40, maxRetries: 0 });
  const within = await ask([(response) => void response.writeHead(200).write("data: ")], {
    timeoutMs: 40,
    maxRetries: 0,
  });
  for (const { message } of [before, within]) {
    expect(message.error).toEqual({ code: "network" });
    expect(message.errorMessage).toContain("sent nothing for 0 s");
  }
});

test("a server that goes on speaking is not silent, however long its answer takes", async () => {
  const chatty: Answer = async (response) => {
    response.writeHead(200);
    for (let beat = 0; beat < 6; beat++) {
      response.write(": still there\n\n");
      await pause(500);
    }
    response.end('data: {"choices":[{"delta":{"content":"done"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n');
  };
  const { message } = await ask([chatty], { timeoutMs: 2_000, maxRetries: 0 });
  expect(message.content).toMatchObject([{ type: "text", text: "done" }]);
});

test("a limit of 0 lets a server think as long as it likes", async () => {
  const slow: Answer = async (response, request) => {
    await new Promise((resolve) => setImmediate(resolve));
    await ok(response, request);
  };
  expect((await ask([slow], { timeoutMs: 0, maxRetries: 0 })).message.stopReason).toBe("stop");
});

test("no limit means none: a server may be silent, and a wait longer than a timer lasts does not end at once", async () => {
  const slow: Answer = async (response, request) => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    await ok(response, request);
  };
  for (const timeoutMs of [0, Number.POSITIVE_INFINITY]) {
    expect((await ask([slow], { timeoutMs, maxRetries: 0 })).message.stopReason).toBe("stop");
  }
  const controller = new AbortController();
  const long: Answer = async (response, request) => {
    await status(429, "wait", { "retry-after": "9999999" })(response, request);
    setTimeout(() => controller.abort(), 20);
  };
  const { message, attempts } = await ask([long, ok], { maxRetryDelayMs: 0, signal: controller.signal });
  expect([message.stopReason, attempts]).toEqual(["aborted", 1]);
});

test("a key with the end of its line is sent without; what cannot be sent at all is told, and not tried again", async () => {
  const sent: unknown[] = [];
  const seen: Answer = (response, request) => {
    sent.push(request.headers.authorization);
    return ok(response, request);
  };
  expect((await ask([seen], { apiKey: "sk-key\n" })).message.stopReason).toBe("stop");
  expect(sent).toEqual(["Bearer sk-key"]);
  const { message, attempts } = await ask([ok], { apiKey: "“sk-key”" });
  expect(attempts).toBe(0);
  expect(message).toMatchObject({
    error: { code: "invalid-request" },
    errorMessage: expect.stringMatching(
      /^The header authorization holds a character that cannot be sent\. Check the key/,
    ),
  });
});

test("abort while waiting for a retry, and before the request, is an abort", async () => {
  const controller = new AbortController();
  const answer: Answer = async (response, request) => {
    await status(429, "wait", { "retry-after": "30" })(response, request);
    setImmediate(() => controller.abort());
  };
  expect((await ask([answer], { signal: controller.signal })).message.stopReason).toBe("aborted");
  const { message, attempts } = await ask([ok], { signal: AbortSignal.abort() });
  expect([message.stopReason, attempts]).toEqual(["aborted", 0]);
});

test("a reset before and after the first byte, a closed port and an unknown name are told apart", async () => {
  const reset: Answer = (response) => void response.destroy();
  const later: Answer = (response) => {
    response.writeHead(200);
    response.write('data: {"choices":[{"delta":{"content":"x"}}]}\n\n', () => response.destroy());
  };
  expect((await ask([reset], { maxRetries: 0 })).message.errorMessage).toMatch(/The connection to 127.*was lost \(/);
  expect((await ask([later], { maxRetries: 0 })).message).toMatchObject({
    content: [{ type: "text", text: "x" }],
    error: { code: "network" },
    errorMessage: expect.stringMatching(/was lost \(/),
  });
  const closed = await askAt(`http://127.0.0.1:${await closedPort()}`);
  expect(closed.errorMessage).toContain("Nothing accepts connections at 127.0.0.1:");
  const unknown = await askAt("http://no-such-host.invalid");
  expect(unknown.errorMessage).toMatch(/The name no-such-host.invalid could not be resolved/);
  const plain = await startServer(ok);
  const tls = await askAt(plain.url.replace("http:", "https:"));
  await plain[Symbol.asyncDispose]();
  expect(tls.errorMessage).toMatch(/^127\.0\.0\.1:\d+ does not answer in TLS\. Check .+\.$/);
});

test("payload and response hooks see, and may replace, what goes out", async () => {
  await using server = await startServer(ok);
  const seen: unknown[] = [];
  await streamSimple(
    testModel("openai-completions", { baseUrl: server.url }),
    { messages: [] },
    {
      onPayload: (payload) => ({ ...(payload as object), model: "replaced" }),
      onResponse: ({ status: code, headers }) => void seen.push(code, headers["content-type"]),
      headers: { "user-agent": null, "X-Mine": "1" },
    },
  ).result();
  expect(server.requests[0]?.body.model).toBe("replaced");
  expect(server.requests[0]?.headers["x-mine"]).toBe("1");
  expect(seen).toEqual([200, "text/event-stream"]);
});

test("a response hook that fails ends the request, and its connection with it", async () => {
  const closed = Promise.withResolvers<void>();
  await using server = await startServer((response) => {
    response.on("close", () => closed.resolve());
    response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
  });
  const onResponse = () => {
    throw new Error("not of interest");
  };
  expect(await askAt(server.url, { onResponse })).toMatchObject({
    stopReason: "error",
    errorMessage: "not of interest",
  });
  await closed.promise;
});

test("the password in an address is in no message", async () => {
  await using server = await startServer(status(404, ""));
  const { errorMessage } = await askAt(server.url.replace("//", "//me:hunter2@"));
  expect(errorMessage).toContain(`the base URL (${server.url}/chat/completions)`);
  expect(errorMessage).not.toContain("hunter2");
});

test("a session is named to those who route by it, and to nobody else", async () => {
  await using server = await startServer(ok);
  for (const provider of ["opencode", "opencode-go", "other"]) {
    const model = testModel("openai-completions", { baseUrl: server.url, provider });
    await streamSimple(model, { messages: [] }, { apiKey: key, sessionId: "s1" }).result();
  }
  expect(server.requests.map(({ headers }) => headers["x-opencode-session"])).toEqual(["s1", "s1", undefined]);
});

test("a provider that needs a key says which variable would hold it", async () => {
  const model = testModel("openai-completions", { provider: "openrouter" });
  const message = await streamSimple(model, { messages: [] }, { env: { OPENROUTER_API_KEY: "" } }).result();
  expect(message).toMatchObject({
    error: { code: "auth" },
    errorMessage: "No key for openrouter. Set OPENROUTER_API_KEY, or sign in.",
  });
});

test("an abort is heeded between two pieces of an answer, also where the given fetch does not heed it", async () => {
  const controller = new AbortController();
  const pieces = ["one", "two"].map((content) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`);
  const body = new ReadableStream({
    pull: (source) => {
      const piece = pieces.shift();
      if (piece) source.enqueue(Buffer.from(piece));
      else source.close();
    },
  });
  const fetch: typeof globalThis.fetch = async () => new Response(body);
  const model = testModel("openai-completions");
  const stream = streamSimple(model, { messages: [] }, { fetch, signal: controller.signal, apiKey: key });
  const heard: string[] = [];
  for await (const event of stream) {
    if (event.type === "text_delta") heard.push(event.delta);
    if (event.type === "text_delta") controller.abort();
  }
  expect([heard, (await stream.result()).stopReason]).toEqual([["one"], "aborted"]);
});

test("an abort ends the wait for a given fetch that never answers, and for an answer that never goes on", async () => {
  const stopReason = async (fetch: typeof globalThis.fetch, controller: AbortController) => {
    const model = testModel("openai-completions");
    return (await streamSimple(model, { messages: [] }, { fetch, signal: controller.signal, apiKey: key }).result())
      .stopReason;
  };
  const silent = new AbortController();
  const never: typeof globalThis.fetch = () => {
    silent.abort();
    return new Promise(() => undefined);
  };
  const stuck = new AbortController();
  const body = new ReadableStream({
    pull: () => {
      stuck.abort();
      return new Promise(() => undefined);
    },
  });
  expect([await stopReason(never, silent), await stopReason(async () => new Response(body), stuck)]).toEqual([
    "aborted",
    "aborted",
  ]);
});

async function ask(answers: Answer[], options: StreamOptions = {}) {
  await using server = await startServer(...answers);
  const message = await askAt(server.url, options);
  return { message, attempts: server.requests.length };
}

function askAt(baseUrl: string, options: StreamOptions = { maxRetries: 0 }) {
  const model = testModel("openai-completions", { baseUrl });
  return streamSimple(model, { messages: [] }, { apiKey: key, ...options }).result();
}

async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}
