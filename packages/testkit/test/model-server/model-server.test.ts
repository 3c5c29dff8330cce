import { broken, failTimes, modelProtocolNames, paced, startModelServer, textOf, wordDeltas } from "@tau/testkit";
import { describe, expect, test } from "vitest";
import { ask } from "./ask.ts";

describe.each(modelProtocolNames)("every protocol: %s", (protocol) => {
  test("streams to its end", async () => {
    await using server = await startModelServer({ script: { text: "Hello" } });
    const response = await ask(server, protocol);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("Hello");
    expect(server.requests.map((request) => [request.protocol, request.model])).toEqual([[protocol, "m"]]);
  });

  test("fails as often as scripted, then answers", async () => {
    await using server = await startModelServer({
      script: failTimes(2, "rate-limit", [{ text: "Hello" }], { retryAfter: 3 }),
    });
    const seen = [];
    for (let attempt = 0; attempt < 3; attempt++) {
      const response = await ask(server, protocol);
      seen.push([response.status, response.headers.get("retry-after")]);
      await response.body?.cancel();
    }
    expect(seen).toEqual([
      [429, "3"],
      [429, "3"],
      [200, null],
    ]);
  });

  test("cuts a stream in the middle", async () => {
    const turn = broken({ text: textOf(100) }, { kind: "cut", after: 5 });
    await using server = await startModelServer({ script: turn });
    const response = await ask(server, protocol);
    await expect(response.text()).rejects.toThrow();
  });

  test("sends bytes that belong to no protocol", async () => {
    const bytes = Buffer.from([0, 255, 254, 195]);
    const turn = broken({ text: "Hello" }, { kind: "garbage", after: 0, bytes });
    await using server = await startModelServer({ script: turn });
    const response = await ask(server, protocol);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
  });
});

test("a stalled stream sends its first events and then nothing until the client gives up", async () => {
  const turn = broken({ text: ["one", "two"] }, { kind: "stall", after: 2 });
  await using server = await startModelServer({ script: turn });
  const response = await ask(server, "openai-completions");
  const reader = response.body!.getReader();
  const { value } = await reader.read();
  expect(Buffer.from(value!).toString()).toMatch(/"one"/);
  const next = reader.read().catch(() => "aborted");
  await reader.cancel();
  expect(await next).toEqual({ done: true, value: undefined });
  await server.waitForRequest((request) => request.endedAt !== undefined);
});

test("silence accepts a request and never answers", async () => {
  await using server = await startModelServer({ script: { failure: "silence" } });
  const controller = new AbortController();
  const answer = fetch(`${server.url}/v1/messages`, { method: "POST", body: "{}", signal: controller.signal });
  await server.waitForRequest();
  controller.abort();
  await expect(answer).rejects.toThrow(/aborted/);
});

test("waiting for a request that never comes ends with a count of those that did", async () => {
  await using server = await startModelServer({ script: { text: "Hi" } });
  await (await ask(server, "ollama")).text();
  await expect(server.waitForRequest(({ index }) => index === 1, 1)).rejects.toThrow(/None of 1 requests/);
});

test("reset drops the connection", async () => {
  await using server = await startModelServer({ script: { failure: "reset" } });
  await expect(ask(server, "anthropic-messages")).rejects.toThrow(/fetch failed/);
});

test("a proxy's error page is HTML with the status of a gateway", async () => {
  await using server = await startModelServer({ script: { failure: "html" } });
  const response = await ask(server, "openai-responses");
  expect([response.status, response.headers.get("content-type")]).toEqual([502, "text/html"]);
  expect(await response.text()).toMatch(/^<!DOCTYPE html>/);
});

test("a used-up list answers with an error that no client retries", async () => {
  await using server = await startModelServer({ script: [] });
  const response = await ask(server, "openai-completions");
  expect([response.status, await response.text()]).toEqual([400, expect.stringContaining("script has no answer")]);
});

test("a script that throws shows its message", async () => {
  const script = () => {
    throw new Error("no such turn");
  };
  await using server = await startModelServer({ script });
  const response = await ask(server, "openai-completions");
  expect([response.status, await response.text()]).toEqual([400, "The script threw: Error: no such turn"]);
});

test("requests are recorded with headers, body and the time of arrival", async () => {
  await using server = await startModelServer({ script: { text: "Hi" } });
  const before = Date.now();
  await (await ask(server, "openai-completions", { temperature: 0.5 })).text();
  const request = await server.waitForRequest(({ endedAt }) => endedAt !== undefined);
  expect(request).toMatchObject({ index: 0, method: "POST", path: "/v1/chat/completions" });
  expect(request.headers.authorization).toBe("Bearer key");
  expect(request.body).toEqual({ model: "m", stream: true, messages: [], temperature: 0.5 });
  expect(request.arrivedAt).toBeGreaterThan(before - 1);
  expect(request.endedAt).toBeGreaterThanOrEqual(request.arrivedAt);
});

test("a script may follow the request: its tools and how many results it brings", async () => {
  await using server = await startModelServer({
    script: ({ tools, toolResults }) => ({ text: `${tools.map(({ name }) => name).join()} ${toolResults}` }),
  });
  const parameters = { type: "object" };
  const bodies = [
    ["openai-completions", { tools: [{ function: { name: "a", parameters } }], messages: [{ role: "tool" }] }],
    ["openai-responses", { tools: [{ type: "function", name: "b" }], input: [{ type: "function_call_output" }] }],
    [
      "anthropic-messages",
      { tools: [{ name: "c" }], messages: [{ content: [{ type: "tool_result" }, { type: "tool_result" }] }] },
    ],
    [
      "google-generative-ai",
      { tools: [{ functionDeclarations: [{ name: "d" }] }], contents: [{ parts: [{ functionResponse: {} }] }] },
    ],
    [
      "bedrock-converse-stream",
      { toolConfig: { tools: [{ toolSpec: { name: "e" } }] }, messages: [{ content: [{ toolResult: {} }] }] },
    ],
  ] as const;
  const answers = [];
  for (const [protocol, body] of bodies) {
    const text = await (await ask(server, protocol, body)).text();
    answers.push(/[a-e] \d/.exec(text)?.[0]);
  }
  expect(answers).toEqual(["a 1", "b 1", "c 2", "d 1", "e 1"]);
});

test("a paced stream keeps its rate", async () => {
  await using server = await startModelServer({ script: paced({ text: textOf(20) }, 400) });
  const start = performance.now();
  await (await ask(server, "openai-completions")).text();
  // Never faster than asked; how much slower is the machine's affair.
  expect(performance.now() - start).toBeGreaterThanOrEqual(45);
});

test("scripted words are the same every time and as many as asked for", () => {
  expect([...wordDeltas(500)]).toEqual([...wordDeltas(500)]);
  expect([...wordDeltas(500, { markdown: true })]).toHaveLength(500);
  expect([...textOf(3)]).toEqual([...textOf(3)]);
  expect([...wordDeltas(200, { markdown: true })].join("")).toMatch(
    /## Heading 0[\s\S]*- item \*\*104\*\*[\s\S]*```ts/,
  );
});

test("clients may ask which models there are", async () => {
  await using server = await startModelServer({ script: [] });
  expect(await (await fetch(`${server.url}/v1/models`)).json()).toMatchObject({ data: [{ id: "scripted" }] });
  expect((await fetch(`${server.url}/elsewhere`)).status).toBe(404);
});
