import { describe, expect, test } from "vitest";
import {
  type AssistantMessage,
  type Context,
  type Message,
  streamSimple,
  type ToolResultMessage,
} from "../../src/index.ts";
import type { Dialect } from "../support/dialects/dialect.ts";
import { dialects, vendorDialects } from "../support/dialects/index.ts";
import { startServer } from "../support/http-server.ts";
import { testModel } from "../support/models.ts";

const tools = [{ name: "read", description: "Read a file", parameters: { type: "object", properties: {} } }];
const user = (content: string): Message => ({ role: "user", content, timestamp: 0 });

describe.each(dialects)("P-AI-39 a conversation recorded with $api", (source) => {
  test.each(vendorDialects)("goes on with $api", async (target) => {
    const history = await record(source);
    const body = await requestOf(target, {
      systemPrompt: "Be brief.",
      tools,
      messages: [...history, user("and now?")],
    });
    const sent = JSON.stringify(body);
    for (const part of ["Be brief.", "question one", "I look.", "file content", "and now?"])
      expect(sent).toContain(part);
    const ids = callIds(body);
    expect(ids.calls.length).toBe(2);
    expect(ids.results).toEqual(ids.calls);
    if (source.api === target.api) return;
    expect(sent).not.toContain("c2lnbmVk");
    for (const id of ids.calls) expect(id).toMatch(ID_RULES[target.api] ?? /^[a-zA-Z0-9_-]{1,64}$/);
  });
});

describe.each(vendorDialects)("$api keeps its prompt cache", (dialect) => {
  test("the request of the next turn begins with the bytes of this one", async () => {
    const context: Context = { systemPrompt: "Be brief.", tools, messages: [user("question one")] };
    const first = await requestOf(dialect, context);
    const history = await record(dialect);
    const second = await requestOf(dialect, { ...context, messages: history });
    const third = await requestOf(dialect, { ...context, messages: [...history, user("more")] });
    expectPrefix(first, second);
    expectPrefix(second, third);
  });
});

/** A question, an answer with thought, text and two calls, and their results. */
async function record(dialect: Dialect): Promise<Message[]> {
  const call = (id: string) => ({ call: { id, name: "read", pieces: ['{"path":"a.ts"}'] } });
  const frames = dialect.encode({
    says: [
      { thinking: ["hm"], signature: "c2lnbmVk" },
      { text: ["I look."] },
      call(`call_${"x".repeat(60)}_1`),
      call(`call_${"x".repeat(60)}_2`),
    ],
  });
  await using server = await startServer((response) => {
    response.end(Buffer.concat(frames.map((frame) => Buffer.from(frame as string))));
  });
  const model = testModel(dialect.api, { baseUrl: server.url, ...dialect.model, provider: "recorder" });
  const question = user("question one");
  const answer = await streamSimple(model, { tools, messages: [question] }, { apiKey: "k", reasoning: "low" }).result();
  // The time of an answer is part of ids that are ours; here two recordings are to be the same.
  const fixed = JSON.parse(JSON.stringify(answer).replaceAll(String(answer.timestamp), "7")) as AssistantMessage;
  const results = fixed.content.flatMap((block): ToolResultMessage[] =>
    block.type === "toolCall"
      ? [
          {
            role: "toolResult",
            toolCallId: block.id,
            toolName: block.name,
            content: [{ type: "text", text: "file content" }],
            isError: false,
            timestamp: 0,
          },
        ]
      : [],
  );
  return [question, fixed, ...results];
}

async function requestOf(dialect: Dialect, context: Context): Promise<Record<string, unknown>> {
  await using server = await startServer((response) => void response.writeHead(400).end("{}"));
  const model = testModel(dialect.api, { baseUrl: server.url, ...dialect.model, provider: "recorder" });
  const options = { apiKey: "k", sessionId: "s", reasoning: "low" as const, maxTokens: 1000 };
  await streamSimple(model, context, options).result();
  return server.requests[0]!.body;
}

const ID_RULES: Record<string, RegExp> = {
  "mistral-conversations": /^[a-zA-Z0-9]{9}$/,
  "openai-completions": /^[a-zA-Z0-9_-]{1,40}$/,
};

type Node = Record<string, unknown>;
type Reference = Record<string, string>;

/** Where each vendor puts the id of a call. */
const CALL_ID: ((node: Node) => unknown)[] = [
  (node) => node.type === "tool_use" && node.id,
  (node) => node.type === "function_call" && node.call_id,
  (node) => "function" in node && node.id,
  (node) => (node.functionCall as Reference | undefined)?.id,
  (node) => (node.toolUse as Reference | undefined)?.toolUseId,
];

const RESULT_ID: ((node: Node) => unknown)[] = [
  (node) => node.type === "tool_result" && node.tool_use_id,
  (node) => node.type === "function_call_output" && node.call_id,
  (node) => node.role === "tool" && node.tool_call_id,
  (node) => (node.functionResponse as Reference | undefined)?.id,
  (node) => (node.toolResult as Reference | undefined)?.toolUseId,
];

function callIds(body: unknown): { calls: unknown[]; results: unknown[] } {
  const calls: unknown[] = [];
  const results: unknown[] = [];
  walk(body, (node) => {
    calls.push(...CALL_ID.map((find) => find(node)).filter(Boolean));
    results.push(...RESULT_ID.map((find) => find(node)).filter(Boolean));
  });
  return { calls, results };
}

function walk(value: unknown, visit: (node: Record<string, unknown>) => void): void {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) visit(value as Record<string, unknown>);
  for (const child of Object.values(value)) walk(child, visit);
}

/** Everything but the conversation is the same, and the conversation only grows; cache marks may move. */
function expectPrefix(earlier: Record<string, unknown>, later: Record<string, unknown>): void {
  const listName = ["messages", "input", "contents"].find((name) => name in earlier)!;
  const { [listName]: before, ...fixed } = unmarked(earlier) as Record<string, unknown[]>;
  const { [listName]: after, ...laterFixed } = unmarked(later) as Record<string, unknown[]>;
  expect(JSON.stringify(laterFixed)).toBe(JSON.stringify(fixed));
  const [shorter, longer] = [before!, after!].map((list) => list.flatMap(flatTurn).map((part) => JSON.stringify(part)));
  expect(longer!.slice(0, shorter!.length)).toEqual(shorter);
}

/** A turn may gain blocks at its end, so turns are compared block by block. */
function flatTurn(turn: unknown): unknown[] {
  const { role, content, ...rest } = turn as { role?: string; content?: unknown };
  return Array.isArray(content) ? content.map((block) => [role, block, rest]) : [turn];
}

function unmarked(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => !isCachePoint(item)).map(unmarked);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([name]) => name !== "cache_control");
  return Object.fromEntries(entries.map(([name, child]) => [name, unmarked(child)]));
}

function isCachePoint(value: unknown): boolean {
  return typeof value === "object" && value !== null && "cachePoint" in value;
}
