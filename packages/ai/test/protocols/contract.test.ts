import { afterAll, describe, expect, test } from "vitest";
import {
  type AssistantMessage,
  type AssistantMessageEvent,
  type Context,
  type StreamOptions,
  streamSimple,
  unregisterApiProviders,
} from "../../src/index.ts";
import type { Dialect, Frames, Script, ScriptedCall } from "../support/dialects/dialect.ts";
import { dialects } from "../support/dialects/index.ts";
import { piMessages } from "../support/dialects/pi-messages.ts";
import { type Answer, startServer } from "../support/http-server.ts";
import { testModel } from "../support/models.ts";
import { registerRunTimeProtocol } from "../support/run-time-protocol.ts";
import { checkStreamContract, LiveMessageCheck } from "../support/stream-contract.ts";

const hello: Context = {
  messages: [{ role: "user", content: "hi", timestamp: 0 }],
  tools: [{ name: "read", description: "Read a file", parameters: { type: "object", properties: {} } }],
};
const call = (id: string, ...pieces: string[]): ScriptedCall => ({ id, name: "read", pieces });
const everything: Script = {
  says: [
    { thinking: ["Let me ", "see."], signature: "c2lnbmVk" },
    { text: ["I rea", "d it."] },
    { call: call("call_1", '{"path":', '"a.ts"}') },
    { call: call("call_2", "{}") },
  ],
};

/** P-DIFF-9: one that was registered at run time is held to the same. */
const RUN_TIME = "registered-at-run-time";
registerRunTimeProtocol(RUN_TIME);
afterAll(() => unregisterApiProviders("run-time"));

describe.each([...dialects, { ...piMessages, api: RUN_TIME }])("$api", (dialect) => {
  test("text comes as it was said, with usage, cost and id", async () => {
    const { message } = await play(dialect, { says: [{ text: ["Hel", "lo"] }] });
    expect(message).toMatchObject({
      content: [{ type: "text", text: "Hello" }],
      stopReason: "stop",
      model: "test-model",
    });
    const { input, cacheRead } = dialect.usage ?? { input: 60, cacheRead: 40 };
    expect(message.usage).toMatchObject({ input, output: 20, cacheRead, cacheWrite: 0, totalTokens: 120 });
    expect(message.usage.cost.total).toBeCloseTo((input + cacheRead * 0.1 + 200) / 1e6, 9);
    expect(message.errorMessage).toBeUndefined();
  });

  test("thinking, text and parallel calls keep their order", async () => {
    const { message } = await play(dialect, everything);
    expect(message.stopReason).toBe("toolUse");
    const blocks = message.content.map((block) => (block.type === "toolCall" ? block.arguments : block.type));
    const thinking = dialect.thinks ? ["thinking"] : [];
    expect(blocks).toEqual([...thinking, "text", { path: "a.ts" }, {}]);
    const ids = message.content.flatMap((block) => (block.type === "toolCall" ? [block.id] : []));
    expect(new Set(ids).size).toBe(2);
    if (!dialect.ownIds) expect(ids.map((id) => id.split("|")[0])).toEqual(["call_1", "call_2"]);
  });

  test.runIf(dialect.signs)("what signs a thought goes back with the next request", async () => {
    const { message, continuation } = await play(dialect, everything, { continueWith: "go on" });
    const [thought] = message.content;
    expect(thought).toMatchObject({ type: "thinking", thinking: "Let me see." });
    const signature = thought?.type === "thinking" ? thought.thinkingSignature : undefined;
    expect(signature).toBeTruthy();
    expect(JSON.stringify(continuation)).toMatch(/c2lnbmVk|reasoning_content/);
  });

  test.runIf(dialect.interleaves)("interleaved calls do not mix", async () => {
    const calls: [ScriptedCall, ScriptedCall] = [
      call("call_1", '{"path":"', "a", 'b"}'),
      call("call_2", '{"n":', "1", "2}"),
    ];
    const { message } = await play(dialect, { says: [{ interleaved: calls }] });
    expect(message.content.map((block) => (block.type === "toolCall" ? block.arguments : block))).toEqual([
      { path: "ab" },
      { n: 12 },
    ]);
  });

  test("who listens to the stream is told each event of it, in order and before the answer knows of it", async () => {
    const told: { data: unknown; text: string }[] = [];
    let seen = "";
    const { message } = await play(
      dialect,
      { says: [{ text: ["Hel", "lo"] }] },
      {
        onProviderStreamEvent: async (data, { id }) => {
          await new Promise((resolve) => setImmediate(resolve));
          told.push({ data, text: `${id} ${seen}` });
        },
        onEvent: (event) => {
          if (event.type === "text_delta") seen += event.delta;
        },
      },
    );
    expect(message.content).toMatchObject([{ type: "text", text: "Hello" }]);
    const index = told.findIndex(({ data }) => JSON.stringify(data).includes('"Hel"'));
    expect(told[index]).toEqual({ data: expect.any(Object), text: "test-model " });
    expect(told[index + 1]).toEqual({ data: expect.any(Object), text: "test-model Hel" });
  });

  test("every byte may arrive alone, whatever the script", async () => {
    const says = [{ text: ["日本語 ", "😀 é\u2028"] }, { call: call("call_1", '{"t":"日', '本😀"}') }];
    const { message } = await play(dialect, { says }, { split: 1 });
    expect(message.content).toMatchObject([
      { type: "text", text: "日本語 😀 é\u2028" },
      { type: "toolCall", arguments: { t: "日本😀" } },
    ]);
  });

  test("an empty answer is an answer", async () => {
    const { message } = await play(dialect, { says: [] });
    expect(message).toMatchObject({ content: [], stopReason: "stop" });
  });

  test("the token limit is told", async () => {
    const { message } = await play(dialect, { says: [{ text: ["half"] }], end: "length" });
    expect(message).toMatchObject({ content: [{ type: "text", text: "half" }], stopReason: "length" });
  });

  test("a refusal is an error that says so and keeps the text", async () => {
    const { message } = await play(dialect, { says: [{ text: ["I"] }], end: "refusal" });
    expect(message).toMatchObject({ content: [{ type: "text", text: "I" }], stopReason: "error" });
    expect(message.errorMessage).toMatch(/withheld|declined|blocked/);
  });

  test("an error in the middle of the stream ends it and keeps what came", async () => {
    const frames = dialect.encode({ says: [{ text: ["so far"] }] });
    const at = frames.findIndex((frame) => Buffer.from(frame as string).includes("so far")) + 1;
    const { message } = await playFrames(dialect, [...frames.slice(0, at), dialect.midStreamError]);
    expect(message).toMatchObject({ content: [{ type: "text", text: "so far" }], stopReason: "error" });
    expect(message.errorMessage).toMatch(/error|overloaded/i);
  });

  test("a stream cut after any frame ends with an error or, at the very end, complete", async () => {
    const frames = dialect.encode(everything);
    const whole = await playFrames(dialect, frames);
    for (let length = 0; length < frames.length; length++) {
      const { message } = await playFrames(dialect, frames.slice(0, length));
      if (message.stopReason === "error") expect(message.error?.code).toBe(length === 0 ? "server" : "network");
      else expect(message.content).toEqual(whole.message.content);
    }
    expect((await playFrames(dialect, frames.slice(0, 2))).message.stopReason).toBe("error");
  });

  test("abort at any event ends with aborted and keeps what came before it", async () => {
    const { events } = await play(dialect, everything);
    for (let at = 0; at < events.length - 1; at++) {
      const aborted = await play(dialect, everything, { abortAt: at, split: 50 });
      checkStreamContract(aborted.events);
      expect(aborted.events.at(-1)?.type).toMatch(/error|done/);
      if (aborted.message.stopReason !== "toolUse") expect(aborted.message.stopReason).toBe("aborted");
    }
  });

  test("a megabyte of arguments arrives whole", async () => {
    const content = 'const a = "b";\n'.repeat(70_000);
    const text = JSON.stringify({ content });
    const pieces = dialect.streamsArguments ? (text.match(/[\s\S]{1,4096}/g) ?? []) : [text];
    const { message } = await play(dialect, { says: [{ call: call("call_1", ...pieces) }] }, { split: 65_536 });
    expect(message.content).toMatchObject([{ type: "toolCall", arguments: { content } }]);
  });

  test("images of users and of tool results are in the request", async () => {
    const { message } = await play(dialect, { says: [{ call: call("call_1", "{}") }] });
    const image = (data: string) => ({ type: "image" as const, data, mimeType: "image/png" });
    const first = message.content[0];
    const { body } = await play(
      dialect,
      { says: [] },
      {
        context: {
          messages: [
            { role: "user", content: [{ type: "text", text: "see" }, image("dXNlcg==")], timestamp: 0 },
            message,
            {
              role: "toolResult",
              toolCallId: first?.type === "toolCall" ? first.id : "",
              toolName: "read",
              content: [{ type: "text", text: "shot" }, image("dG9vbA==")],
              isError: false,
              timestamp: 0,
            },
          ],
        },
      },
    );
    const sent = JSON.stringify(body);
    for (const part of ["dXNlcg==", "dG9vbA==", "see", "shot"]) expect(sent).toContain(part);
  });
});

interface PlayOptions extends StreamOptions {
  readonly onEvent?: (event: AssistantMessageEvent) => void;
  context?: Context;
  /** Cuts the body into chunks of this many bytes. */
  split?: number;
  abortAt?: number;
  /** Asks again with the answer in the conversation. */
  continueWith?: string;
}

interface Played {
  message: AssistantMessage;
  events: AssistantMessageEvent[];
  body: unknown;
  continuation: unknown;
}

function play(dialect: Dialect, script: Script, options: PlayOptions = {}): Promise<Played> {
  return playFrames(dialect, dialect.encode(script), options);
}

async function playFrames(dialect: Dialect, frames: Frames, options: PlayOptions = {}): Promise<Played> {
  await using server = await startServer(body(frames, options.split));
  const model = testModel(dialect.api, { baseUrl: server.url, ...dialect.model });
  const controller = new AbortController();
  const context = options.context ?? hello;
  const { onProviderStreamEvent } = options;
  const request = {
    reasoning: "medium" as const,
    apiKey: "test-key",
    maxRetries: 0,
    signal: controller.signal,
    ...(onProviderStreamEvent ? { onProviderStreamEvent } : {}),
  };
  const stream = streamSimple(model, context, request);
  const events: AssistantMessageEvent[] = [];
  const live = new LiveMessageCheck();
  for await (const event of stream) {
    live.see(event);
    if (events.length === options.abortAt) controller.abort();
    events.push(event);
    options.onEvent?.(event);
  }
  checkStreamContract(events);
  const message = await stream.result();
  if (options.continueWith) {
    const next = { role: "user" as const, content: options.continueWith, timestamp: 1 };
    await streamSimple(model, { ...context, messages: [...context.messages, message, next] }, request).result();
  }
  return { message, events, body: server.requests[0]?.body, continuation: server.requests[1]?.body };
}

function body(frames: Frames, split: number | undefined): Answer {
  const bytes = Buffer.concat(frames.map((frame) => Buffer.from(frame as string)));
  return async (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (let start = 0; split && start < bytes.length; start += split) {
      response.write(bytes.subarray(start, start + split));
      if (start % 4096 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    response.end(split ? undefined : bytes);
  };
}
