/**
 * CPU of decoding answers through the whole `stream()` path: text and tool arguments of one and two megabytes in
 * 20-byte deltas, nobody reading the snapshots and someone reading each, and 20,000 text deltas.
 * Run: node --conditions=@tau/source packages/ai/bench/streaming.ts
 */
import { ReadableStream } from "node:stream/web";
import { type Model, streamSimple } from "../src/index.ts";

const MEGABYTE = 1_000_000;
const DELTA = 20;
const RUNS = 5;

const model: Model<"openai-completions"> = {
  id: "bench",
  name: "bench",
  api: "openai-completions",
  provider: "bench",
  baseUrl: "http://bench.invalid",
  reasoning: false,
  input: ["text"],
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  contextWindow: 0,
  maxTokens: 0,
};

type Delta = (text: string, index: number) => object;

const textDelta: Delta = (content) => ({ content });
const callDelta: Delta = (text, index) => ({
  tool_calls: [
    { index: 0, ...(index === 0 && { id: "c" }), function: { ...(index === 0 && { name: "write" }), arguments: text } },
  ],
});

function body(content: string, delta: Delta): Uint8Array[] {
  const encoder = new TextEncoder();
  const chunks: Uint8Array[] = [];
  for (let start = 0, index = 0; start < content.length; start += DELTA, index++) {
    const choice = { index: 0, delta: delta(content.slice(start, start + DELTA), index), finish_reason: null };
    chunks.push(encoder.encode(`data: ${JSON.stringify({ id: "x", model: "bench", choices: [choice] })}\n\n`));
  }
  chunks.push(encoder.encode('data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'));
  return chunks;
}

async function cpu(run: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < RUNS; count++) {
    const before = process.cpuUsage();
    await run();
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
  }
  return times.sort((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0;
}

async function drain(chunks: Uint8Array[], look: boolean): Promise<void> {
  const stream = streamSimple(
    model,
    { messages: [] },
    { fetch: async () => new Response(ReadableStream.from(chunks) as unknown as BodyInit) },
  );
  let seen = 0;
  for await (const event of stream) {
    if (look && event.type === "toolcall_delta") {
      const call = event.partial.content[event.contentIndex];
      if (call?.type === "toolCall") seen += Object.keys(call.arguments).length;
    }
  }
  const message = await stream.result();
  if (message.stopReason === "error" || seen < 0) throw new Error(message.errorMessage);
}

async function read(chunks: Uint8Array[]): Promise<void> {
  for await (const _chunk of new Response(ReadableStream.from(chunks) as unknown as BodyInit).body ?? []);
}

const prose = (size: number) => "The quick brown fox. ".repeat(size / 21);
const args = (size: number) => JSON.stringify({ path: "a.ts", content: 'const a = "b";\n'.repeat(size / 18) });

await drain(body(prose(MEGABYTE), textDelta), false);
const rows: [string, number][] = [];
for (const [name, content, delta, look] of [
  ["text 1 MB", prose(MEGABYTE), textDelta, false],
  ["text 2 MB", prose(2 * MEGABYTE), textDelta, false],
  ["arguments 1 MB", args(MEGABYTE), callDelta, false],
  ["arguments 2 MB", args(2 * MEGABYTE), callDelta, false],
  ["arguments 1 MB, read at each delta", args(MEGABYTE), callDelta, true],
  ["arguments 2 MB, read at each delta", args(2 * MEGABYTE), callDelta, true],
] as const) {
  const chunks = body(content, delta);
  rows.push([name, await cpu(() => drain(chunks, look))]);
}
const deltas = body(prose(20_000 * DELTA), textDelta);
const whole = await cpu(() => drain(deltas, false));
const bare = await cpu(() => read(deltas));
for (const [name, milliseconds] of rows)
  console.log(`${name.padEnd(40)} ${milliseconds.toFixed(0).padStart(6)} ms CPU`);
console.log(`20,000 text deltas: ${(((whole - bare) * 1000) / 20_000).toFixed(2)} us per delta above reading the body`);
