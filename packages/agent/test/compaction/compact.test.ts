import { describe, expect, test } from "vitest";
import { compact } from "../../src/compaction/compact.ts";
import { generateSummary, generateSummaryWithUsage } from "../../src/compaction/generate-summary.ts";
import { type CompactionPreparation, prepareCompaction } from "../../src/compaction/prepare-compaction.ts";
import { SUMMARIZATION_SYSTEM_PROMPT } from "../../src/compaction/prompts/summarization-system.ts";
import { serializeConversation } from "../../src/compaction/serialize-conversation.ts";
import { DEFAULT_COMPACTION_SETTINGS, fitToWindow } from "../../src/compaction/settings.ts";
import { completeSummarization } from "../../src/compaction/summarize.ts";
import type { StreamFn } from "../../src/contract/config.ts";
import { SessionLog } from "../../src/session/session-log.ts";
import { assistant, toolCall, toolResult, usage, user } from "../session/messages-for-tests.ts";
import { model, scriptedModel } from "./scripted-model.ts";

/** Reserve, key, headers, signal, instructions, earlier summary and level, as they are where a caller names none. */
const REST = [undefined, undefined, undefined, undefined, undefined, undefined, undefined] as const;
const long = (mark: string) => mark.padEnd(400, ".");

describe("a summary", () => {
  test("P-COMP-27, P-COMP-28: one request, our system prompt, no tools, within the model's output, no cache written", async () => {
    const { streamFn, requests } = scriptedModel("the summary");
    const result = await run(prepared(), streamFn);
    expect(requests).toHaveLength(1);
    expect(requests[0]?.context).toEqual({
      systemPrompt: SUMMARIZATION_SYSTEM_PROMPT,
      messages: [
        { role: "user", content: [{ type: "text", text: expect.any(String) }], timestamp: expect.any(Number) },
      ],
    });
    expect(requests[0]?.options).toEqual({ cacheRetention: "none", apiKey: "key", maxTokens: 8000 });
    expect(result).toEqual({
      summary: "the summary",
      firstKeptEntryId: expect.any(String),
      tokensBefore: 10,
      estimatedTokensAfter: 203,
      usage: usage(10),
      details: { readFiles: [], modifiedFiles: [] },
    });
  });

  test("a model whose window is not known, such as one that hands requests on, is shown the whole conversation", async () => {
    const { streamFn, requests } = scriptedModel("s");
    await generateSummary([user("remember the sea")], { ...model, contextWindow: 0, maxTokens: 0 }, ...REST, streamFn);
    expect(requests[0]?.prompt).toContain("remember the sea");
    expect(requests[0]?.options).toEqual({ cacheRetention: "none" });
    expect(fitToWindow(DEFAULT_COMPACTION_SETTINGS, 0)).toEqual(DEFAULT_COMPACTION_SETTINGS);
  });

  test("P-COMP-26, P-COMP-41: the first asks for a new summary, the next for an update; instructions are passed on", async () => {
    const first = scriptedModel("s");
    await run(prepared(), first.streamFn, "Watch the tests.");
    expect(first.requests[0]?.prompt).toContain("Watch the tests.");
    expect(first.requests[0]?.prompt).not.toContain("previous-summary");
    const next = scriptedModel("s");
    await run({ ...prepared(), previousSummary: "what was before" }, next.streamFn);
    expect(next.requests[0]?.prompt).toMatch(/<previous-summary>\\nwhat was before\\n<\/previous-summary>/);
  });

  test("P-COMP-30: the summary of a turn's beginning may be as long as the model's output allows, as the other half", async () => {
    const { streamFn, requests } = scriptedModel("history", "prefix");
    await run(splitTurn(), streamFn);
    expect(requests.map(({ options }) => options?.maxTokens)).toEqual([8000, 8000]);
  });

  test("P-COMP-29, R84: a split turn has two requests at once and one text", async () => {
    const { streamFn, requests } = scriptedModel("history", "prefix");
    const result = await run(splitTurn(), streamFn);
    expect(requests).toHaveLength(2);
    expect(result.summary).toBe("history\n\n---\n\n**Turn Context (split turn):**\n\nprefix");
    expect(result.usage).toEqual(usage(20));
    const alone = scriptedModel("prefix");
    const { summary } = await run({ ...splitTurn(), messagesToSummarize: [] }, alone.streamFn);
    expect([alone.requests.length, summary]).toEqual([1, expect.stringContaining("**Turn Context")]);
  });

  test("P-COMP-31, P-COMP-33: changed files are not listed as read; without files there is no list", async () => {
    const fileOps = { read: new Set(["b", "a", "c"]), written: new Set(["c"]), edited: new Set(["d"]) };
    const { summary, details } = await run({ ...prepared(), fileOps }, scriptedModel("s").streamFn);
    expect(summary).toBe("s\n\n<read-files>\na\nb\n</read-files>\n\n<modified-files>\nc\nd\n</modified-files>");
    expect(details).toEqual({ readFiles: ["a", "b"], modifiedFiles: ["c", "d"] });
  });

  test("a conversation longer than the window loses its beginning, not its end", async () => {
    const { streamFn, requests } = scriptedModel("s");
    const messages = [user("beginning"), user("x".repeat(500_000)), user("the end")];
    await generateSummary(
      messages,
      model,
      undefined,
      "key",
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      streamFn,
    );
    expect(requests[0]?.prompt.length).toBeLessThan(model.contextWindow * 4);
    expect(requests[0]?.prompt).toContain("[User]: the end");
    expect(requests[0]?.prompt).not.toContain("[User]: beginning");
    expect(requests[0]?.options?.maxTokens).toBeGreaterThan(1000);
  });

  test("the summary can be had without a compaction, and thinks if the model can", async () => {
    const { streamFn, requests } = scriptedModel("s");
    expect(
      await generateSummaryWithUsage(
        [user("x")],
        model,
        1,
        "k",
        { h: "1" },
        undefined,
        undefined,
        undefined,
        "high",
        streamFn,
      ),
    ).toEqual({ text: "s", usage: usage(10) });
    expect(requests[0]?.options).toMatchObject({ reasoning: "high", headers: { h: "1" } });
  });
});

describe("failure", () => {
  test("P-COMP-39: an error, half an answer and no answer are failures", async () => {
    for (const [answer, message] of [
      [{ stopReason: "error", errorMessage: "no credit" }, "Summarization failed: no credit"],
      [{ stopReason: "length", content: [{ type: "text", text: "half" }] }, "did not fit"],
      ["  ", "answered with nothing"],
    ] as const) {
      const failed = run(prepared(), scriptedModel(answer as never).streamFn);
      await expect(failed).rejects.toMatchObject({ name: "CompactionError", code: "failed" });
      await expect(failed).rejects.toThrow(message);
    }
  });

  test("P-COMP-40: a stop ends the request", async () => {
    const stop = new AbortController();
    const { streamFn, asked } = scriptedModel("wait");
    const running = run(prepared(), streamFn, undefined, stop.signal);
    await asked;
    stop.abort();
    await expect(running).rejects.toMatchObject({ code: "aborted" });
    const { streamFn: unused, requests } = scriptedModel("s");
    await expect(run(prepared(), unused, undefined, stop.signal)).rejects.toMatchObject({ code: "aborted" });
    expect(requests).toEqual([]);
  });

  test("one half of a split turn failing stops the other", async () => {
    const { streamFn, requests } = scriptedModel("wait", { stopReason: "error", errorMessage: "broken" });
    await expect(run(splitTurn(), streamFn)).rejects.toThrow("Turn summarization failed: broken");
    expect(requests[0]?.options?.signal?.aborted).toBe(true);
  });

  test("a passing failure is tried again, as often as the policy says", async () => {
    const { streamFn, requests } = scriptedModel({ stopReason: "error", errorMessage: "socket closed" }, "s");
    const seen: unknown[] = [];
    const answer = await completeSummarization(
      model,
      { messages: [] },
      {},
      streamFn,
      { enabled: true, maxRetries: 2, baseDelayMs: 1 },
      {
        onRetryScheduled: (...scheduled) => void seen.push(scheduled),
        onRetryAttemptStart: () => void seen.push("start"),
        onRetryFinished: (...finished) => void seen.push(finished),
      },
    );
    expect([answer.stopReason, requests.length]).toEqual(["stop", 2]);
    expect(seen).toEqual([[1, 2, 1, "socket closed"], "start", [true, 1]]);
  });

  test("a wait between attempts can be stopped", async () => {
    const stop = new AbortController();
    const { streamFn } = scriptedModel({ stopReason: "error", error: { code: "server" }, errorMessage: "x" });
    const policy = { enabled: true, maxRetries: 2, baseDelayMs: 60_000 };
    const answer = await completeSummarization(model, { messages: [] }, { signal: stop.signal }, streamFn, policy, {
      onRetryScheduled: () => stop.abort(),
    });
    expect(answer.stopReason).toBe("aborted");
  });
});

test("P-COMP-34, P-COMP-35: the entry holds the result, and the context follows from it", async () => {
  const session = SessionLog.inMemory();
  for (const mark of ["1", "2", "3"]) {
    session.appendMessage(user(long(`u${mark}`)));
    session.appendMessage(assistant(long(`a${mark}`)));
  }
  const preparation = prepareCompaction(session.getBranch(), {
    enabled: true,
    reserveTokens: 1,
    keepRecentTokens: 200,
  });
  const result = await run(preparation as CompactionPreparation, scriptedModel("sum").streamFn);
  session.appendCompaction(
    result.summary,
    result.firstKeptEntryId,
    result.tokensBefore,
    result.details,
    undefined,
    result.usage,
  );
  expect(session.buildSessionContext().messages).toEqual([
    { role: "compactionSummary", summary: "sum", tokensBefore: 10, timestamp: expect.any(Number) },
    user(long("u3")),
    assistant(long("a3")),
  ]);
});

test("a conversation is serialized without thinking and with long results cut", () => {
  expect(
    serializeConversation([
      { role: "system", content: "no", timestamp: 1 },
      user("hello"),
      assistant("", {
        content: [
          { type: "thinking", thinking: "hm" },
          { type: "text", text: "answer" },
          { type: "toolCall", id: "1", name: "read", arguments: { path: "a.ts", limit: 3 } },
        ],
      }),
      toolResult("1", "x".repeat(2500)),
      { ...user(""), content: [{ type: "image", data: "", mimeType: "image/png" }] },
      toolCall("2", "ls", {}),
      assistant(""),
    ]),
  ).toBe(
    [
      "[User]: hello",
      "[Assistant]: answer",
      '[Assistant tool calls]: read(path="a.ts", limit=3)',
      `[Tool result]: ${"x".repeat(2000)}\n[500 more characters left out]`,
      "[User]: [image image/png]",
      "[Assistant tool calls]: ls()",
      "[Assistant]: ",
    ].join("\n\n"),
  );
});

async function run(
  preparation: CompactionPreparation,
  streamFn: StreamFn,
  instructions?: string,
  signal?: AbortSignal,
) {
  return await compact(preparation, model, "key", undefined, instructions, signal, undefined, streamFn);
}

function prepared(): CompactionPreparation {
  const session = SessionLog.inMemory();
  for (const mark of ["1", "2", "3"]) {
    session.appendMessage(user(long(`u${mark}`)));
    session.appendMessage(assistant(long(`a${mark}`)));
  }
  const settings = { enabled: true, reserveTokens: 1, keepRecentTokens: 200 };
  return prepareCompaction(session.getBranch(), settings) as CompactionPreparation;
}

function splitTurn(): CompactionPreparation {
  const settings = { enabled: true, reserveTokens: 1, keepRecentTokens: 50 };
  const session = SessionLog.inMemory();
  session.appendMessage(user(long("u1")));
  session.appendMessage(user(long("u2")));
  session.appendMessage(assistant(long("a2")));
  return prepareCompaction(session.getBranch(), settings) as CompactionPreparation;
}
