import type { AssistantMessage } from "@tau/ai";
import { expect, test } from "vitest";
import { findInterruptedCalls, planResume } from "../../src/session/context/interrupted-turn.ts";
import { appendToolIntent } from "../../src/session/context/tool-intent.ts";
import { SessionLog } from "../../src/session/session-log.ts";
import { assistant, toolResult, user } from "./messages-for-tests.ts";

const call = (id: string, name: string) => ({ type: "toolCall" as const, id, name, arguments: {} });
const CALLS = [call("1", "read"), call("2", "bash"), call("3", "bash"), call("4", "read")];

function interrupted(changes: Partial<AssistantMessage> = {}) {
  const session = SessionLog.inMemory();
  session.appendMessage(user("go"));
  session.appendMessage(assistant("", { content: CALLS, stopReason: "toolUse", ...changes }));
  return session;
}

test("each call is known to have finished, started, or never begun", () => {
  const session = interrupted();
  appendToolIntent(session, CALLS[0] as never);
  session.appendMessage(toolResult("1", "done"));
  appendToolIntent(session, CALLS[1] as never);
  session.appendThinkingLevelChange("high");
  expect(findInterruptedCalls(session.getActiveBranch())).toEqual(findInterruptedCalls(session.getBranch()));
  expect(findInterruptedCalls(session.getBranch()).map(({ toolCall, started }) => [toolCall.id, started])).toEqual([
    ["2", true],
    ["3", false],
    ["4", false],
  ]);
});

test("only safe tools are run again; the model is told of the others what is known", () => {
  const session = interrupted();
  for (const toolCall of CALLS.slice(0, 2)) appendToolIntent(session, toolCall);
  const plan = planResume(session.getBranch(), (name) => (name === "read" ? "safe" : undefined));
  expect(plan.rerun.map(({ id }) => id)).toEqual(["1", "4"]);
  expect(plan.results.map(({ toolCallId, isError, details }) => ({ toolCallId, isError, details }))).toEqual([
    { toolCallId: "2", isError: true, details: { interrupted: "outcome-unknown" } },
    { toolCallId: "3", isError: true, details: { interrupted: "never-started" } },
  ]);
  for (const result of plan.results) session.appendMessage(result);
  session.appendMessage(toolResult("1", "again"));
  session.appendMessage(toolResult("4", "again"));
  expect(planResume(session.getBranch(), () => "safe")).toEqual({ rerun: [], results: [] });
});

test("a conversation that went on, an answer that failed, and one without calls are not interrupted", () => {
  const wentOn = interrupted();
  wentOn.appendMessage(user("never mind"));
  const compacted = interrupted();
  compacted.appendCompaction("sum", null, 1);
  const cases = [
    wentOn,
    compacted,
    interrupted({ stopReason: "aborted" }),
    interrupted({ stopReason: "error" }),
    interrupted({ content: [] }),
    SessionLog.inMemory(),
  ];
  expect(cases.map((session) => findInterruptedCalls(session.getBranch()))).toEqual(cases.map(() => []));
});

test("an intent is an entry that other programs can read, and no model sees", () => {
  const session = interrupted();
  const before = session.buildSessionContext();
  const id = appendToolIntent(session, CALLS[0] as never);
  expect(session.getEntry(id)).toMatchObject({
    type: "custom",
    customType: "tau.tool-intent",
    data: { toolCallId: "1", toolName: "read" },
  });
  expect(session.buildSessionContext()).toEqual(before);
});
