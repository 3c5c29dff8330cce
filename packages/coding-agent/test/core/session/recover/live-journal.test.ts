import { existsSync } from "node:fs";
import { appendFile, mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { appendToolIntent } from "@tau/agent";
import { createLog } from "@tau/agent/node";
import type { AssistantMessage, AssistantMessageEvent } from "@tau/ai";
import { createWorkspace, waitUntil } from "@tau/testkit";
import { expect, test } from "vitest";
import { LiveJournal } from "../../../../src/core/session/recover/live-journal.ts";
import { livePath } from "../../../../src/core/session/recover/live-lines.ts";
import { readLiveLines, recoverLive } from "../../../../src/core/session/recover/recover-live.ts";

const USAGE = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0 };

test("a file that cannot be removed does not keep the session from closing", async () => {
  await using stage = await setStage();
  const { path, journal } = stage;
  stage.stream([["text_delta", 0, "I write."]]);
  await stage.written(/I write/);
  journal.handle({ type: "message_end", message: { role: "assistant" } } as never);
  await rm(path);
  await mkdir(join(path, "in the way"), { recursive: true });
  expect(() => journal.close()).not.toThrow();
});

test("an answer that was cut off comes back block by block, as one that was stopped", async () => {
  await using stage = await setStage();
  const { log, path, journal } = stage;
  stage.stream([
    ["thinking_delta", 0, "Let me "],
    ["thinking_delta", 0, "see."],
    ["text_delta", 1, "I wri"],
    ["text_delta", 1, "te."],
    ["toolcall_delta", 2, '{"path":"a.ts","cont'],
    ["toolcall_delta", 2, 'ent":"half a li'],
  ]);
  await stage.written(/half a li/);
  await appendFile(path, '{"block":1,"type":"text","del');
  recoverLive(log, () => undefined);
  expect(stage.last()).toMatchObject({
    role: "assistant",
    stopReason: "aborted",
    rawStopReason: "interrupted",
    content: [
      { type: "thinking", thinking: "Let me see." },
      { type: "text", text: "I write." },
      { type: "toolCall", id: "call", name: "write", arguments: { path: "a.ts", content: "half a li" } },
    ],
  });
  expect(existsSync(path)).toBe(false);
  journal.close();
});

test("an answer that reached the log is not brought back", async () => {
  await using stage = await setStage();
  stage.stream([["text_delta", 0, "Whole."]]);
  await stage.written(/Whole/);
  stage.log.appendMessage({ ...stage.answer, content: [{ type: "text", text: "Whole." }] });
  const leaf = stage.log.getLeafId();
  recoverLive(stage.log, () => undefined);
  expect(stage.log.getLeafId()).toBe(leaf);
});

test("an answer that ended leaves nothing behind, nor does a session that is closed", async () => {
  await using stage = await setStage();
  stage.stream([["text_delta", 0, "Some."]]);
  await stage.written(/Some/);
  stage.journal.handle({ type: "message_end", message: stage.answer });
  expect(readLiveLines(stage.path)).toEqual([]);
  stage.journal.close();
  expect(existsSync(stage.path)).toBe(false);
});

test("an answer that found no room on the disk does not keep the next one from being preserved", async () => {
  await using stage = await setStage();
  const folder = dirname(stage.path);
  await writeFile(folder, "in the way");
  stage.stream([["text_delta", 0, "Lost."]]);
  await new Promise(process.nextTick);
  await rm(folder);
  stage.stream([["text_delta", 0, "Kept."]]);
  await stage.written(/Kept/);
});

test("what a call had said becomes part of its result; one that may be run again has none yet", async () => {
  await using stage = await setStage();
  const { log, journal } = stage;
  const calls = ["slow", "safe"].map((name) => ({ type: "toolCall" as const, id: name, name, arguments: {} }));
  log.appendMessage({ ...stage.answer, content: calls, stopReason: "toolUse" });
  for (const call of calls) {
    appendToolIntent(log, call);
    const said = { content: [{ type: "text" as const, text: `${call.id} so far` }], details: undefined };
    for (const partialResult of [{ ...said, content: [] }, said])
      journal.handle({
        type: "tool_execution_update",
        toolCallId: call.id,
        toolName: call.name,
        args: {},
        partialResult,
      });
  }
  await stage.written(/safe so far/);
  recoverLive(log, (name) => (name === "safe" ? "safe" : "never"));
  expect(stage.last()).toMatchObject({
    role: "toolResult",
    toolCallId: "slow",
    content: [
      { text: "slow so far" },
      { text: expect.stringContaining("The program ended while this call was running") },
    ],
  });
});

test("a session that is left in the middle of an answer leaves it behind", async () => {
  await using stage = await setStage();
  stage.stream([["text_delta", 0, "Half."]]);
  stage.journal.close();
  expect(readLiveLines(stage.path)).toMatchObject([{ message: { role: "assistant" } }, { delta: "Half." }]);
});

async function setStage() {
  const workspace = await createWorkspace();
  const log = createLog(workspace.cwd, workspace.home);
  log.appendMessage({ role: "user", content: "go", timestamp: 1 });
  const answer: AssistantMessage = {
    role: "assistant",
    content: [],
    api: "openai-completions",
    provider: "scripted",
    model: "model",
    usage: { ...USAGE, cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 } },
    stopReason: "stop",
    timestamp: 2,
  };
  const journal = new LiveJournal(log);
  const path = livePath(log) ?? "";
  return {
    ...{ log, answer, journal, path },
    stream(deltas: readonly (readonly ["text_delta" | "thinking_delta" | "toolcall_delta", number, string])[]) {
      const partial = { ...answer, content: [] as AssistantMessage["content"] };
      partial.content[2] = { type: "toolCall", id: "call", name: "write", arguments: {} };
      journal.handle({ type: "message_start", message: partial });
      for (const [type, contentIndex, delta] of deltas) {
        const assistantMessageEvent: AssistantMessageEvent = { type, contentIndex, delta, partial };
        journal.handle({ type: "message_update", message: partial, assistantMessageEvent });
      }
    },
    written: (text: RegExp) =>
      waitUntil(async () => text.test(JSON.stringify(readLiveLines(path))) || undefined, {
        describe: () => `${text} was never written`,
      }),
    last() {
      const entry = log.getLeafEntry();
      return entry?.type === "message" ? entry.message : entry;
    },
    async [Symbol.asyncDispose]() {
      journal.close();
      log.close();
      await workspace[Symbol.asyncDispose]();
    },
  };
}
