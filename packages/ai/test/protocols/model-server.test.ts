import { type ModelProtocolName, type ModelScript, modelProtocolNames, startModelServer } from "@tau/testkit";
import { describe, expect, test } from "vitest";
import { type StreamOptions, streamSimple } from "../../src/index.ts";
import { testModel } from "../support/models.ts";
import { checkStreamContract } from "../support/stream-contract.ts";

/** The model server knows the protocols from their documentation too, but not from us: two readings must agree. */
describe.each(modelProtocolNames)("%s against the scripted model server", (protocol) => {
  test("a whole turn", async () => {
    const message = await ask(protocol, {
      thinking: ["Let me ", "see."],
      text: ["I will ", "look: 日本 😀"],
      toolCalls: [
        { name: "read", arguments: { path: "a.ts", lines: [1, 2] } },
        { name: "ls", arguments: {} },
      ],
      usage: { input: 60, output: 20 },
    });
    expect(message.errorMessage).toBeUndefined();
    expect(message).toMatchObject({
      content: [
        { type: "thinking", thinking: "Let me see." },
        { type: "text", text: "I will look: 日本 😀" },
        { type: "toolCall", name: "read", arguments: { path: "a.ts", lines: [1, 2] } },
        { type: "toolCall", name: "ls", arguments: {} },
      ],
      stopReason: "toolUse",
      usage: { input: 60, output: 20, totalTokens: 80 },
    });
  });

  test("every failure of the vendor has its code", async () => {
    const codes = {
      "rate-limit": "rate-limit",
      overloaded: "server",
      server: "server",
      overflow: "overflow",
      auth: "auth",
      "invalid-request": "invalid-request",
    } as const;
    for (const [failure, code] of Object.entries(codes)) {
      const message = await ask(protocol, { failure: failure as keyof typeof codes });
      expect([failure, message.stopReason, message.error?.code]).toEqual([failure, "error", code]);
    }
    expect((await ask(protocol, { failure: "html", status: 502 })).error?.code).toBe("server");
    expect((await ask(protocol, { failure: "reset" })).error?.code).toBe("network");
  });

  test("a failure that passes is outlasted", async () => {
    const script = [
      { failure: "overloaded", retryAfter: 0 },
      { failure: "rate-limit", retryAfter: 0 },
      { text: "ok" },
    ] as const;
    const message = await ask(protocol, [...script], { maxRetries: 2 });
    expect(message).toMatchObject({ stopReason: "stop", content: [{ type: "text", text: "ok" }] });
  });

  test("streams that break in the middle keep what came and say why", async () => {
    // At a pace, because what a reset overtakes on its way is lost to every client; on a busy machine that may be all.
    const turn = { text: Array.from({ length: 30 }, (_, index) => `word${index} `), pace: 500 };
    const cut = await ask(protocol, { ...turn, breakage: { kind: "cut", after: 10 } });
    const failed = await ask(protocol, { ...turn, breakage: { kind: "failure", after: 10, failure: "overloaded" } });
    const garbage = await ask(protocol, { ...turn, breakage: { kind: "garbage", after: 10 } });
    const stalled = await ask(protocol, { ...turn, breakage: { kind: "stall", after: 10 } }, { timeoutMs: 1_500 });
    expect([cut, failed, garbage, stalled].map(({ stopReason }) => stopReason)).toEqual(Array(4).fill("error"));
    for (const message of [failed, garbage, stalled]) expect(message.content).toMatchObject([{ type: "text" }]);
    expect([cut.error?.code, stalled.error?.code]).toEqual(["network", "network"]);
  });
});

async function ask(protocol: ModelProtocolName, script: ModelScript, options: StreamOptions = {}) {
  await using server = await startModelServer({ script });
  const model = testModel(protocol, { baseUrl: server.endpoint(protocol), name: "Claude of the tests" });
  const context = {
    messages: [{ role: "user" as const, content: "hi", timestamp: 0 }],
    tools: ["read", "ls"].map((name) => ({ name, description: name, parameters: { type: "object", properties: {} } })),
  };
  const stream = streamSimple(model, context, { apiKey: "key", reasoning: "medium", maxRetries: 0, ...options });
  checkStreamContract(await Array.fromAsync(stream));
  return await stream.result();
}
