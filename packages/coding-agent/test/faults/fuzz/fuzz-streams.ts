import { type Api, type AssistantMessageEvent, type Model, streamSimple } from "@tau/ai";
import { type ModelProtocolName, startModelServer } from "@tau/testkit";
import fc from "fast-check";
import type { FaultReport } from "../fault-report.ts";
import { damage, findBroken, pieces, sizes, wounds } from "./damage.ts";

const PROTOCOLS = [
  "anthropic-messages",
  "openai-completions",
  "openai-responses",
  "google-generative-ai",
  "mistral-conversations",
  "bedrock-converse-stream",
] as const satisfies readonly ModelProtocolName[];

/** Damages the bytes of real answers. A stream must end, once, with an answer or an error in words. */
export async function fuzzStreams(runs: number, seed: number): Promise<FaultReport> {
  const failures: string[] = [];
  for (const protocol of PROTOCOLS) {
    const recorded = await recordAnswer(protocol);
    const property = fc.asyncProperty(wounds, sizes, async (list, lengths) => {
      const chunks = pieces(damage(recorded.body, list), lengths);
      checkEvents(await Array.fromAsync(read(protocol, recorded.headers, chunks)));
    });
    failures.push(...(await findBroken(property, runs, seed)).map((failure) => `${protocol}: ${failure}`));
  }
  return { name: "damaged answers of servers", cases: runs * PROTOCOLS.length, failures };
}

async function recordAnswer(protocol: ModelProtocolName) {
  const call = { name: "read", arguments: { path: "a.ts" } };
  const script = { thinking: "Let me see.", text: ["I rea", "d it. \u{1f600}"], toolCalls: [call] };
  await using server = await startModelServer({ script });
  const recorded = Promise.withResolvers<{ headers: Headers; body: Buffer }>();
  const record: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    recorded.resolve({ headers: response.headers, body: Buffer.from(await response.clone().arrayBuffer()) });
    return response;
  };
  const events = streamSimple(
    modelAt(protocol, server.endpoint(protocol)),
    { messages: [] },
    { ...KEYS, fetch: record },
  );
  await Array.fromAsync(events);
  return await recorded.promise;
}

const KEYS = { apiKey: "k", env: { AWS_ACCESS_KEY_ID: "a", AWS_SECRET_ACCESS_KEY: "b", AWS_REGION: "us-east-1" } };

function modelAt(api: Api, baseUrl: string): Model<Api> {
  const cost = { input: 1, output: 1, cacheRead: 1, cacheWrite: 1 };
  const limits = { contextWindow: 100_000, maxTokens: 1000 };
  return { id: "m", name: "m", api, provider: "test", baseUrl, reasoning: true, input: ["text"], cost, ...limits };
}

function read(api: Api, headers: Headers, chunks: readonly Buffer[]): AsyncIterable<AssistantMessageEvent> {
  const rest = chunks.values();
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const { value, done } = rest.next();
      if (done) controller.close();
      else controller.enqueue(new Uint8Array(value));
    },
  });
  const options = { ...KEYS, maxRetries: 0, fetch: async () => new Response(body, { headers }) };
  return streamSimple(modelAt(api, "http://server.invalid"), { messages: [] }, options);
}

function checkEvents(events: readonly AssistantMessageEvent[]): void {
  const ends = events.filter(({ type }) => type === "done" || type === "error");
  const last = events.at(-1);
  if (ends.length !== 1 || last !== ends[0])
    throw new Error(`the events are ${events.map(({ type }) => type).join(" ")}`);
  const message = last?.type === "done" ? last.message : last?.type === "error" ? last.error : undefined;
  const { errorMessage = "", usage } = message ?? {};
  if (/undefined|Cannot read|is not (?:a function|iterable)/.test(errorMessage)) throw new Error(errorMessage);
  const counts = [usage?.input, usage?.output, usage?.totalTokens, usage?.cost.total];
  if (!counts.every((count) => Number.isFinite(count) && Number(count) >= 0)) throw new Error(`counts ${counts}`);
}
