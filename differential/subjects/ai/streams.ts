import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { awsFrame } from "../../../packages/ai/test/support/dialects/bedrock-converse-stream.ts";
import type { Script } from "../../../packages/ai/test/support/dialects/dialect.ts";
import type { Library } from "../../library.ts";
import { subject } from "../../subject.ts";
import { anonymous } from "../anonymous.ts";
import { rounded } from "./functions.ts";
import { meaningOf } from "./meaning.ts";
import { bodyOf, dialectOf, modelOf, protocols, setupOf } from "./protocols.ts";
import { comparableRequest, type ScriptedResponse, withServer } from "./recording-server.ts";

/** The streams that the tests of our protocols play, by the protocol that reads them. */
const RECORDED: readonly (readonly [file: string, api: string])[] = [
  ["anthropic-tool-use.sse", "anthropic-messages"],
  ["anthropic-thinking.sse", "anthropic-messages"],
  ["openai-chat-tool-calls.sse", "openai-completions"],
  ["deepseek-reasoning.sse", "openai-completions"],
  ["openai-responses-function-call.sse", "openai-responses"],
  ["gemini-function-call.sse", "google-generative-ai"],
  ["vertex-function-call.sse", "google-vertex"],
  ["azure-responses-text.sse", "azure-openai-responses"],
  ["codex-responses-commentary.sse", "openai-codex-responses"],
  ["bedrock-tool-use.json", "bedrock-converse-stream"],
  ["pi-messages-tool-call.sse", "pi-messages"],
  ["mistral-thinking.sse", "mistral-conversations"],
];
const FILES = RECORDED.map(([file]) => file);

const call = fc.record({
  id: fc.constant("call"),
  name: fc.constantFrom("read", "write"),
  pieces: fc.constantFrom(['{"path":"a.ts"}'], ['{"pa', 'th":"a', '.ts"}'], ["{}"]),
});
const say = fc.oneof(
  fc.array(fc.constantFrom("Hello", " world", "漢字", "\n"), { minLength: 1, maxLength: 3 }).map((text) => ({ text })),
  fc
    .array(fc.constantFrom("Hm", " so"), { minLength: 1, maxLength: 2 })
    .map((thinking) => ({ thinking, signature: "c2ln" })),
  call.map((one) => ({ call: one })),
);
const script = fc.record(
  {
    says: fc.array(say, { maxLength: 3 }).map((says) => says.map(distinctCall)),
    end: fc.constantFrom("length" as const, "refusal" as const),
  },
  { requiredKeys: ["says"] },
) as fc.Arbitrary<Script>;

function distinctCall<T extends object>(say: T, index: number): T {
  return "call" in say ? { ...say, call: { ...(say.call as object), id: `call_${index}` } } : say;
}

interface StreamInput {
  readonly script: Script;
  /** After how many frames the stream goes wrong; past the last one it does not. */
  readonly frames: number;
  readonly ending: "cut" | "error";
}

export const streamSubjects = [
  ...protocols.map(({ api }) =>
    subject<StreamInput>({
      name: `ai/stream-${api}`,
      inputs: fc.record({
        script,
        frames: fc.oneof(fc.constant(99), fc.nat(8)),
        ending: fc.constantFrom("cut" as const, "error" as const),
      }),
      runs: 80,
      run: (library, { script, frames, ending }) => {
        const dialect = dialectOf(api);
        const whole = dialect.encode(script);
        const sent =
          frames >= whole.length
            ? whole
            : [...whole.slice(0, frames), ...(ending === "error" ? [dialect.midStreamError] : [])];
        return eventsOf(library, api, bodyOf(api, Buffer.concat(sent.map((frame) => Buffer.from(frame)))));
      },
    }),
  ),
  subject<string>({
    name: "ai/recorded-streams",
    inputs: fc.constantFrom(...FILES),
    examples: FILES,
    runs: 0,
    run: (library, file) => {
      const api = apiOf(file);
      return eventsOf(library, api, bodyOf(api, recorded(file)));
    },
  }),
  subject<{ file: string; to: string }>({
    name: "ai/handover",
    inputs: fc.record({
      file: fc.constantFrom(...FILES),
      to: fc.constantFrom(...protocols.map(({ api }) => api).filter((api) => api !== "pi-messages")),
    }),
    runs: 120,
    run: async (library, { file, to }) => {
      const from = apiOf(file);
      const whole = await play(library, from, bodyOf(from, recorded(file)));
      // Thinking of another protocol is a case of its own, see the unusual messages.
      const answer =
        from === to ? whole : { ...whole, content: whole.content.filter(({ type }) => type !== "thinking") };
      const setup = setupOf(to);
      const { requests } = await withServer([{ status: 400, body: "{}" }], (url) => {
        const messages = [{ role: "user", content: "go", timestamp: 1 }, answer, ...resultsOf(answer)];
        const options = { apiKey: setup.apiKey, env: setup.env, transport: "sse", maxRetries: 0 };
        return library.ai.completeSimple(modelOf(setup, url), { messages } as never, options as never);
      });
      return requests.map(comparableRequest).map(meaningOf);
    },
  }),
];

function apiOf(file: string): string {
  return RECORDED.find(([name]) => name === file)?.[1] ?? "";
}

/** Bedrock's frames are binary: its fixture lists their types and payloads. */
function recorded(file: string): Uint8Array {
  const body = readFileSync(new URL(`../../../packages/ai/test/fixtures/${file}`, import.meta.url));
  if (!file.endsWith(".json")) return body;
  const { events } = JSON.parse(body.toString()) as { events: [type: string, payload: object][] };
  return Buffer.concat(events.map(([type, payload]) => awsFrame(type, payload)));
}

interface Answer {
  readonly content: readonly { readonly type: string; readonly id?: string; readonly name?: string }[];
}

function resultsOf({ content }: Answer): object[] {
  return content
    .filter(({ type }) => type === "toolCall")
    .map(({ id, name }) => ({
      role: "toolResult",
      toolCallId: id,
      toolName: name,
      content: [{ type: "text", text: "done" }],
      isError: false,
      timestamp: 3,
    }));
}

async function play(library: Library, api: string, response: ScriptedResponse): Promise<Answer> {
  const setup = setupOf(api);
  const options = { apiKey: setup.apiKey, env: setup.env, transport: "sse", maxRetries: 0 };
  const { result } = await withServer([response], (url) =>
    library.ai.completeSimple(
      modelOf(setup, url),
      { messages: [{ role: "user", content: "go", timestamp: 1 }] } as never,
      options as never,
    ),
  );
  return result as Answer;
}

/** The events of one answer without the live message, and the message at the end. */
async function eventsOf(library: Library, api: string, response: ScriptedResponse): Promise<unknown> {
  const setup = setupOf(api);
  const options = { apiKey: setup.apiKey, env: setup.env, transport: "sse", maxRetries: 0 };
  const { result } = await withServer([response], async (url) => {
    const context = { messages: [{ role: "user", content: "go", timestamp: 1 }] };
    const stream = library.ai.streamSimple(modelOf(setup, url), context as never, options as never);
    const events: unknown[] = [];
    for await (const event of stream) events.push(withoutMessages(event));
    return { events, message: await stream.result() };
  });
  return rounded(anonymous(shape(result)));
}

function withoutMessages(event: object): object {
  const { partial: _partial, message: _message, error: _error, ...rest } = event as Record<string, unknown>;
  return rest;
}

/** What an error says is wording, and how long an answer took differs each time. */
function shape(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shape);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => key !== "durationMs" && key !== "diagnostics");
  return Object.fromEntries(
    entries.map(([key, member]) => [key, key === "errorMessage" ? typeof member : shape(member)]),
  );
}
