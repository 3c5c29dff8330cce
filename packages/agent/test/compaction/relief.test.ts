import { describe, expect, test } from "vitest";
import { findRelief, pruneOutputs, type ReliefRequest } from "../../src/compaction/relief.ts";
import { SessionLog } from "../../src/session/session-log.ts";
import { assistant, toolCall, toolResult, usage, user } from "../session/messages-for-tests.ts";
import { model } from "./scripted-model.ts";

const settings = { enabled: true, reserveTokens: 100, keepRecentTokens: 50 };
const prune = { protectTokens: 100, minimumTokens: 50, protectedTools: ["read"] };
const small = { ...model, contextWindow: 1000 };

/** Three outputs of a hundred tokens and an answer that says how full the window is. */
function fullSession(totalTokens: number) {
  const session = SessionLog.inMemory();
  session.appendMessage(user("go"));
  for (const id of ["1", "2", "3"]) {
    session.appendMessage(toolCall(id, "bash"));
    session.appendMessage(toolResult(id, "x".repeat(400), "bash"));
  }
  session.appendMessage(assistant("done", { usage: usage(totalTokens) }));
  return session;
}

function relief(session: SessionLog, changes: Partial<ReliefRequest> = {}) {
  return findRelief({ reason: "threshold", session, model: small, settings, prune, ...changes });
}

describe("R80, R82: what makes a summary unnecessary", () => {
  test("old outputs go where that is enough, as entries that leave the log whole", () => {
    const session = fullSession(950);
    const found = relief(session);
    expect(found).toMatchObject({ kind: "prune", outputs: [{ savedTokens: 92 }, { savedTokens: 92 }] });
    const before = session.getEntries();
    const ids = pruneOutputs(session, found?.kind === "prune" ? found.outputs : []);
    expect(session.getEntries()).toEqual([...before, ...ids.map((id) => session.getEntry(id))]);
    const shown = JSON.stringify(session.buildSessionContext().messages);
    expect(shown.match(/Output truncated - 100 tokens/g)).toHaveLength(2);
    expect(relief(session)).toBeUndefined();
  });

  test("they stay where that is not enough, where it is not wanted, and after an overflow", () => {
    expect(relief(fullSession(1090))).toBeUndefined();
    expect(relief(fullSession(950), { prune: undefined })).toBeUndefined();
    expect(relief(fullSession(950), { reason: "overflow" })).toBeUndefined();
  });

  test("the first model with a window that is large enough takes over", () => {
    const larger = { ...model, id: "larger", contextWindow: 1100 };
    const largest = { ...model, id: "largest", contextWindow: 2000 };
    const promotions = [{ ...small, id: "same" }, larger, largest];
    expect(relief(fullSession(1090), { promotions })).toEqual({ kind: "promote", model: largest });
    expect(relief(fullSession(990), { promotions, reason: "overflow" })).toEqual({ kind: "promote", model: larger });
    expect(relief(fullSession(5000), { promotions })).toBeUndefined();
  });
});
