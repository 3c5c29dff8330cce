import { startModelServer } from "@tau/testkit";
import { expect, test } from "vitest";
import { ask, readSse } from "../ask.ts";

test("every event is a whole GenerateContentResponse, calls carry their arguments as an object", async () => {
  await using server = await startModelServer({
    script: {
      thinking: "Hm.",
      text: "Hi",
      images: [{ mimeType: "image/png", data: "AAAA" }],
      toolCalls: [{ id: "a", name: "read", arguments: { path: "x" } }],
      usage: { input: 7, output: 5, cacheRead: 3, reasoning: 2 },
    },
  });
  const events = await readSse(await ask(server, "google-generative-ai"));
  const candidates = events.map(({ data }) => (data as { candidates: unknown[] }).candidates);
  const candidate = (part: object) => [{ content: { role: "model", parts: [part] }, index: 0 }];
  expect(candidates).toEqual([
    candidate({ text: "Hm.", thought: true }),
    candidate({ text: "Hi" }),
    candidate({ inlineData: { mimeType: "image/png", data: "AAAA" } }),
    candidate({ functionCall: { id: "a", name: "read", args: { path: "x" } }, thoughtSignature: "c2lnbmF0dXJl" }),
    [{ content: { role: "model", parts: [{ text: "" }] }, finishReason: "STOP", index: 0 }],
  ]);
  expect(events.at(-1)?.data).toMatchObject({
    modelVersion: "m",
    usageMetadata: {
      promptTokenCount: 10,
      cachedContentTokenCount: 3,
      candidatesTokenCount: 3,
      thoughtsTokenCount: 2,
      totalTokenCount: 15,
    },
  });
});

test("the path tells a stream from a whole answer", async () => {
  await using server = await startModelServer({ script: { text: "Hi" } });
  const path = "/v1beta/models/gemini-x:generateContent";
  const response = await fetch(server.url + path, { method: "POST", body: "{}" });
  expect(await response.json()).toMatchObject({ candidates: [{ content: { parts: [{ text: "Hi" }] } }] });
  expect(server.requests[0]?.model).toBe("gemini-x");
});
