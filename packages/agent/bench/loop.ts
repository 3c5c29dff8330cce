/**
 * What the loop itself costs: per streamed delta and per tool turn, with a model that answers at once.
 * Run with: node --conditions=@tau/source packages/agent/bench/loop.ts
 */
import { type AssistantMessage, AssistantMessageEventStream, emptyUsage, type Model } from "@tau/ai";
import {
  Agent,
  type AgentEvent,
  type AgentTool,
  defaultConvertToLlm,
  runAgentLoop,
  type StreamFn,
} from "../src/index.ts";

const model: Model = {
  id: "bench",
  name: "bench",
  api: "bench",
  provider: "bench",
  baseUrl: "",
  reasoning: false,
  input: ["text"],
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  contextWindow: 1e6,
  maxTokens: 1e6,
};

const echo: AgentTool = {
  name: "echo",
  label: "Echo",
  description: "Echo",
  parameters: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
  execute: async () => ({ content: [{ type: "text", text: "ok" }], details: undefined }),
};

function message(content: AssistantMessage["content"], stopReason: AssistantMessage["stopReason"]): AssistantMessage {
  const { api, provider, id } = model;
  return { role: "assistant", content, api, provider, model: id, usage: emptyUsage(), stopReason, timestamp: 0 };
}

/** One answer of `deltas` deltas. */
function streaming(deltas: number): StreamFn {
  return () => {
    const stream = new AssistantMessageEventStream();
    const block = { type: "text" as const, text: "" };
    const partial = message([block], "pending");
    stream.push({ type: "start", partial });
    for (let index = 0; index < deltas; index++) {
      block.text += "word ";
      stream.push({ type: "text_delta", contentIndex: 0, delta: "word ", partial });
    }
    stream.push({ type: "done", reason: "stop", message: Object.assign(partial, { stopReason: "stop" }) });
    return stream;
  };
}

/** `turns` answers with `calls` tool calls each, then one without. */
function calling(turns: number, calls: number): StreamFn {
  let turn = 0;
  return () => {
    const stream = new AssistantMessageEventStream();
    const last = turn++ >= turns;
    const content = Array.from({ length: last ? 0 : calls }, (_, index) => ({
      type: "toolCall" as const,
      id: `${turn}-${index}`,
      name: "echo",
      arguments: { text: "hello" },
    }));
    const reason = last ? "stop" : "toolUse";
    stream.push({ type: "done", reason, message: message(content, reason) });
    return stream;
  };
}

async function loop(streamFn: StreamFn, sink: (event: AgentEvent) => void | Promise<void>): Promise<void> {
  const context = { messages: [], tools: [echo] };
  const prompt = { role: "user" as const, content: "go", timestamp: 0 };
  await runAgentLoop([prompt], context, { model, convertToLlm: defaultConvertToLlm }, sink, undefined, streamFn);
}

async function agent(streamFn: StreamFn, listeners: number): Promise<void> {
  const subject = new Agent({ streamFn, initialState: { model, tools: [echo] } });
  for (let index = 0; index < listeners; index++) subject.subscribe(() => undefined);
  await subject.prompt("go");
}

async function measure(name: string, units: number, run: () => Promise<void>): Promise<void> {
  await run();
  const samples: number[] = [];
  for (let index = 0; index < 7; index++) {
    const start = process.cpuUsage();
    await run();
    const { user, system } = process.cpuUsage(start);
    samples.push((user + system) / units);
  }
  samples.sort((a, b) => a - b);
  const median = samples[Math.floor(samples.length / 2)] ?? 0;
  console.log(`${name.padEnd(52)} ${median.toFixed(2).padStart(9)} us CPU`);
}

const DELTAS = 100_000;
await measure("delta, nobody listens (stream alone)", DELTAS, async () => {
  for await (const _event of await streaming(DELTAS)(model, { messages: [] })) void _event;
});
await measure("delta, loop with a synchronous sink", DELTAS, () => loop(streaming(DELTAS), () => undefined));
await measure("delta, loop with an asynchronous sink", DELTAS, () => loop(streaming(DELTAS), async () => undefined));
await measure("delta, Agent with 4 listeners", DELTAS, () => agent(streaming(DELTAS), 4));
await measure("turn of 1 tool call, run of 100", 100, () => loop(calling(100, 1), () => undefined));
await measure("turn of 1 tool call, run of 1000", 1000, () => loop(calling(1000, 1), () => undefined));
await measure("turn of 16 parallel tool calls, run of 100", 100, () => loop(calling(100, 16), () => undefined));
