import { buildSessionContext } from "@tau/agent";
import { expect, test } from "vitest";
import { readClaudeTranscript } from "../../../src/cli/import/claude-transcript.ts";
import { readCodexTranscript } from "../../../src/cli/import/codex-transcript.ts";

function lines(...records: readonly object[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join("");
}

const at = (second: number) => `2026-02-03T04:05:${String(second).padStart(2, "0")}.000Z`;
const time = (second: number) => Date.parse(at(second));
const NO_COST = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };

function claude(uuid: string, parentUuid: string | null, rest: object) {
  const second = Number(uuid);
  return { uuid, parentUuid, isSidechain: false, cwd: "/work", sessionId: "s-1", timestamp: at(second), ...rest };
}

function said(uuid: string, parentUuid: string | null, content: unknown, rest: object = {}) {
  return claude(uuid, parentUuid, { type: "user", message: { role: "user", content }, ...rest });
}

function answered(uuid: string, parentUuid: string, id: string, block: object, usage: object = {}) {
  const message = { id, role: "assistant", model: "m-1", content: [block], usage };
  return claude(uuid, parentUuid, { type: "assistant", message });
}

test("a session of ~/.claude: blocks become one answer, results messages, titles a name", () => {
  const transcript = readClaudeTranscript(
    lines(
      { type: "summary", summary: "Listing files", leafUuid: "x" },
      said("0", null, "Caveat: The messages below were made by a program", { isMeta: true }),
      said("1", "0", "list the files"),
      answered("2", "1", "a", { type: "thinking", thinking: "Hm.", signature: "secret" }, { input_tokens: 7 }),
      answered("3", "2", "a", { type: "tool_use", id: "t1", name: "Bash", input: { command: "ls" } }),
      said("4", "3", [{ type: "tool_result", tool_use_id: "t1", content: "a.ts", is_error: false }]),
      answered("5", "4", "b", { type: "text", text: "One file." }),
      said("6", "5", "<local-command-stdout>cleared</local-command-stdout>"),
      { ...said("7", "6", "not ours"), isSidechain: true },
    ).concat('{"broken": \n'),
  );
  expect(transcript).toMatchObject({ id: "s-1", cwd: "/work", timestamp: at(1), name: "Listing files" });
  expect(buildSessionContext([...(transcript?.entries ?? [])]).messages).toEqual([
    { role: "user", content: "list the files", timestamp: time(1) },
    {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "Hm." },
        { type: "toolCall", id: "t1", name: "Bash", arguments: { command: "ls" } },
      ],
      api: "anthropic-messages",
      provider: "anthropic",
      model: "m-1",
      usage: { input: 7, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 7, cost: NO_COST },
      stopReason: "toolUse",
      timestamp: time(2),
    },
    {
      role: "toolResult",
      toolCallId: "t1",
      toolName: "Bash",
      content: [{ type: "text", text: "a.ts" }],
      isError: false,
      timestamp: time(4),
    },
    expect.objectContaining({ content: [{ type: "text", text: "One file." }], stopReason: "stop" }),
  ]);
});

test("a session of ~/.claude that was rewound keeps its branches, and one that was compacted its summary", () => {
  const rewound = readClaudeTranscript(
    lines(
      said("1", null, "first"),
      answered("2", "1", "a", { type: "text", text: "A" }),
      said("3", "2", "one way"),
      said("4", "2", "another way"),
    ),
  );
  const [first, , answer, one, another] = rewound?.entries ?? [];
  expect([first?.parentId, one?.parentId, another?.parentId]).toEqual([null, answer?.id, answer?.id]);
  const compacted = readClaudeTranscript(
    lines(
      said("1", null, "long ago"),
      said("2", "1", "This session is continued: we did much.", { isCompactSummary: true }),
      said("3", "2", [
        { type: "text", text: "and now" },
        { type: "image", source: { type: "base64", media_type: "image/png", data: "aGk=" } },
      ]),
    ),
  );
  expect(buildSessionContext([...(compacted?.entries ?? [])]).messages).toMatchObject([
    { role: "compactionSummary", summary: "This session is continued: we did much." },
    { role: "user", content: [{ type: "text" }, { type: "image", data: "aGk=", mimeType: "image/png" }] },
  ]);
});

const codexItem = (second: number, payload: object) => ({ timestamp: at(second), type: "response_item", payload });

test("a session of ~/.codex: items become answers, calls and results", () => {
  const transcript = readCodexTranscript(
    lines(
      { timestamp: at(0), type: "session_meta", payload: { id: "c-1", cwd: "/work", timestamp: at(0) } },
      codexItem(1, {
        type: "message",
        role: "user",
        content: [{ type: "input_text", text: "<environment_context>\n…</environment_context>" }],
      }),
      { timestamp: at(1), type: "turn_context", payload: { model: "gpt-x" } },
      codexItem(2, { type: "message", role: "user", content: [{ type: "input_text", text: "list" }] }),
      { timestamp: at(2), type: "event_msg", payload: { type: "user_message", message: "list" } },
      codexItem(3, { type: "reasoning", summary: [{ type: "summary_text", text: "Hm." }], encrypted_content: "…" }),
      codexItem(3, { type: "function_call", name: "shell", arguments: '{"command":["ls"]}', call_id: "k1" }),
      {
        timestamp: at(3),
        type: "event_msg",
        payload: {
          type: "token_count",
          info: { last_token_usage: { input_tokens: 10, cached_input_tokens: 4, output_tokens: 2 } },
        },
      },
      codexItem(4, {
        type: "function_call_output",
        call_id: "k1",
        output: '{"output":"no such file","metadata":{"exit_code":2}}',
      }),
      codexItem(5, { type: "message", role: "assistant", content: [{ type: "output_text", text: "Nothing there." }] }),
    ),
  );
  expect(transcript).toMatchObject({ id: "c-1", cwd: "/work", timestamp: at(0) });
  expect(buildSessionContext([...(transcript?.entries ?? [])])).toMatchObject({
    model: { provider: "openai", modelId: "gpt-x" },
    messages: [
      { role: "user", content: "list" },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "Hm." },
          { type: "toolCall", id: "k1", name: "shell", arguments: { command: ["ls"] } },
        ],
        usage: { input: 6, cacheRead: 4, output: 2, totalTokens: 12 },
        stopReason: "toolUse",
      },
      {
        role: "toolResult",
        toolCallId: "k1",
        toolName: "shell",
        content: [{ type: "text", text: "no such file" }],
        isError: true,
      },
      { role: "assistant", content: [{ type: "text", text: "Nothing there." }], stopReason: "stop" },
    ],
  });
});

test("early sessions of ~/.codex have no wrappers; one in which nothing was said is none", () => {
  const old = lines(
    { id: "c-0", timestamp: at(0), instructions: null },
    { type: "message", role: "user", content: [{ type: "input_text", text: "hi" }] },
    { type: "message", role: "assistant", content: [{ type: "output_text", text: "hello" }] },
  );
  expect(buildSessionContext([...(readCodexTranscript(old)?.entries ?? [])]).messages).toMatchObject([
    { role: "user", content: "hi" },
    { role: "assistant", content: [{ type: "text", text: "hello" }] },
  ]);
  expect(readCodexTranscript(lines({ type: "session_meta", payload: { id: "c", cwd: "/" } }))).toBeUndefined();
  expect(readClaudeTranscript("not json\n")).toBeUndefined();
});
