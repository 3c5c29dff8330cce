import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Context } from "@tau/ai";
import { describe, expect, onTestFinished, test } from "vitest";
import { generateHandoff, startHandoffSession } from "../../src/compaction/handoff.ts";
import { findPromotion, OverflowGuard } from "../../src/compaction/overflow.ts";
import { findPrunableOutputs } from "../../src/compaction/prune.ts";
import { createRemoteSummaryStreamFn } from "../../src/compaction/remote-summary.ts";
import { completeSummarization } from "../../src/compaction/summarize.ts";
import { SessionLog } from "../../src/session/session-log.ts";
import { assistant, toolCall, toolResult, user } from "../session/messages-for-tests.ts";
import { model, scriptedModel } from "./scripted-model.ts";

describe("overflow", () => {
  const overflow = (changes: object = {}) => ({
    message: assistant("", { stopReason: "error", ...changes }),
    isOverflow: true,
    model,
  });

  test("P-COMP-12, P-COMP-13: one recovery, then none until an answer or a new prompt", () => {
    const guard = new OverflowGuard();
    const ok = { message: assistant("fine"), isOverflow: false, model };
    const decisions = [overflow(), overflow(), overflow()].map((it) => guard.decide(it));
    expect(decisions).toEqual(["recover", "give-up", "give-up"]);
    expect([guard.decide(ok), guard.decide(overflow())]).toEqual(["ignore", "recover"]);
    guard.reset();
    expect(guard.decide(overflow())).toBe("recover");
  });

  test("P-COMP-14, R81: another model, an older answer and other errors do not count", () => {
    const guard = new OverflowGuard();
    expect(guard.decide(overflow({ model: "other" }))).toBe("ignore");
    expect(guard.decide({ ...overflow({ timestamp: 5 }), lastCompactedAt: 10 })).toBe("ignore");
    expect(guard.decide({ ...overflow(), isOverflow: false })).toBe("ignore");
    expect(guard.decide({ ...overflow({ timestamp: 10 }), lastCompactedAt: 10 })).toBe("recover");
    expect(guard.decide({ ...overflow(), isOverflow: false })).toBe("ignore");
    expect(guard.decide(overflow())).toBe("give-up");
  });

  test("R80: the first configured model with a larger window is the way out", () => {
    const larger = { ...model, id: "larger", contextWindow: 200_000 };
    expect(findPromotion(model, [{ ...model, id: "same" }, larger])).toBe(larger);
    expect(findPromotion(larger, [model, larger])).toBeUndefined();
  });
});

describe("pruning (R82)", () => {
  const settings = { protectTokens: 100, minimumTokens: 150, protectedTools: ["read"] };
  const output = (session: SessionLog, id: string, toolName: string) => {
    session.appendMessage(toolCall(id, toolName));
    return session.appendMessage(toolResult(id, "x".repeat(400), toolName));
  };

  test("old outputs go, the newest and those of protected tools stay; the log keeps all", () => {
    const session = SessionLog.inMemory();
    const first = output(session, "1", "bash");
    output(session, "2", "read");
    const third = output(session, "3", "bash");
    output(session, "4", "bash");
    const pruned = findPrunableOutputs(session.buildSessionProjection().entries, settings);
    expect(pruned).toEqual([
      {
        targetId: first,
        replacement: { content: [{ type: "text", text: "[Output truncated - 100 tokens]" }] },
        savedTokens: 92,
      },
      {
        targetId: third,
        replacement: { content: [{ type: "text", text: "[Output truncated - 100 tokens]" }] },
        savedTokens: 92,
      },
    ]);
    for (const { targetId, replacement } of pruned) session.appendContextEdit(targetId, replacement);
    expect(findPrunableOutputs(session.buildSessionProjection().entries, settings)).toEqual([]);
    expect(session.buildSessionContext().messages[1]).toMatchObject(pruned[0]?.replacement as object);
    expect(session.getEntry(first)).toMatchObject({ message: toolResult("1", "x".repeat(400), "bash") });
  });

  test("a small saving is not worth it", () => {
    const session = SessionLog.inMemory();
    output(session, "1", "bash");
    output(session, "2", "bash");
    expect(findPrunableOutputs(session.buildSessionProjection().entries, settings)).toEqual([]);
    expect(findPrunableOutputs(session.buildSessionProjection().entries)).toEqual([]);
  });
});

describe("handoff", () => {
  const tools = [{ name: "read", description: "", parameters: {} }];
  const context: Context = { systemPrompt: "prompt", tools, messages: [user("u"), assistant("a")] };

  test("R92, R392, R393: one request with the same beginning, no tool may be called, calls are ignored", async () => {
    const call = { type: "toolCall" as const, id: "1", name: "read", arguments: {} };
    const { streamFn, requests } = scriptedModel({ content: [{ type: "text", text: "document" }, call] });
    expect(await generateHandoff({ model, context, streamFn, focus: "the parser" })).toBe("document");
    expect(requests).toHaveLength(1);
    expect(requests[0]?.context).toMatchObject({ systemPrompt: "prompt", tools });
    expect(requests[0]?.context.messages.slice(0, 2)).toEqual(context.messages);
    expect(requests[0]?.prompt).toContain("the parser");
    expect(requests[0]?.options).toEqual({ toolChoice: "none" });
  });

  test("R91, R96, R97: too little, a stop, a failure, nothing written", async () => {
    const { streamFn } = scriptedModel("d");
    const short = { ...context, messages: [user("u")] };
    await expect(generateHandoff({ model, context: short, streamFn })).rejects.toThrow(
      "Nothing to hand off (no messages yet)",
    );
    const stop = new AbortController();
    const waiting = scriptedModel("wait");
    const running = generateHandoff({ model, context, ...waiting, signal: stop.signal });
    await waiting.asked;
    stop.abort();
    await expect(running).rejects.toThrow("Handoff cancelled");
    const failing = scriptedModel({ stopReason: "error", errorMessage: "down" });
    await expect(generateHandoff({ model, context, ...failing })).rejects.toThrow("Handoff failed: down");
    expect(await generateHandoff({ model, context, ...scriptedModel(" ") })).toBeUndefined();
  });

  test("R94: the new session begins with the document, for all to see", () => {
    const session = SessionLog.inMemory();
    session.appendMessage(user("old"));
    const next = startHandoffSession(session, "document");
    expect(next.getSessionId()).not.toBe(session.getSessionId());
    expect(next.getEntries()).toEqual([
      expect.objectContaining({
        type: "custom_message",
        customType: "handoff",
        display: true,
        content: expect.stringContaining("<handoff-context>\ndocument\n</handoff-context>"),
      }),
    ]);
  });
});

test("R86: a server of one's own makes the summary; its failure is an answer that failed", async () => {
  const bodies: unknown[] = [];
  let reply = '{"summary":"remote"}';
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      bodies.push(JSON.parse(Buffer.concat(chunks).toString()));
      response.writeHead(reply === "" ? 500 : 200).end(reply);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const streamFn = createRemoteSummaryStreamFn(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const ask = () => completeSummarization(model, { systemPrompt: "system", messages: [user("prompt")] }, {}, streamFn);
  expect(await ask()).toMatchObject({ stopReason: "stop", content: [{ type: "text", text: "remote" }] });
  expect(bodies).toEqual([{ systemPrompt: "system", prompt: "prompt" }]);
  const endless = JSON.stringify({ summary: "x".repeat(9 * 1024 * 1024) });
  for (reply of ["", "{}", "not json", endless]) {
    expect(await ask()).toMatchObject({
      stopReason: "error",
      errorMessage: expect.stringContaining("summary endpoint"),
    });
  }
});
