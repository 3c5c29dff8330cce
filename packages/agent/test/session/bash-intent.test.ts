import { expect, test } from "vitest";
import {
  appendBashIntent,
  appendBashOutcome,
  BASH_INTENT,
  BASH_OUTCOME,
  findUnfinishedBash,
} from "../../src/session/context/bash-intent.ts";
import type { BashExecutionMessage } from "../../src/session/entries/messages.ts";
import { SessionLog } from "../../src/session/session-log.ts";
import { user } from "./messages-for-tests.ts";

const ended = (intentId: string): BashExecutionMessage => ({
  role: "bashExecution",
  command: "ls",
  output: "a\n",
  exitCode: 0,
  cancelled: false,
  truncated: false,
  timestamp: 1,
  intentId,
});

test("a command is unfinished until its message is in the log", () => {
  const log = SessionLog.inMemory();
  const intentId = appendBashIntent(log, "ls", true);
  const announced = { intentId, command: "ls", excludeFromContext: true };
  expect(findUnfinishedBash(log, [intentId])).toEqual([announced]);
  appendBashOutcome(log, ended(intentId));
  expect(findUnfinishedBash(log, [intentId])).toEqual([{ ...announced, outcome: ended(intentId) }]);
  log.appendMessage(ended(intentId));
  expect(findUnfinishedBash(log, [intentId])).toEqual([]);
});

test("a command whose message is on another branch has ended", () => {
  const log = SessionLog.inMemory();
  const start = log.appendMessage(user("go"));
  const intentId = appendBashIntent(log, "ls", false);
  log.branch(start);
  log.appendMessage(ended(intentId));
  log.branch(intentId);
  expect(findUnfinishedBash(log, [intentId])).toEqual([]);
});

test("names that announce nothing, and entries of the same kind with other contents, are passed over", () => {
  const log = SessionLog.inMemory();
  const strange = [undefined, null, 7, {}, { command: 7 }].map((data) => log.appendCustomEntry(BASH_INTENT, data));
  const intentId = appendBashIntent(log, "ls", false);
  for (const data of [undefined, "x", { role: "bashExecution", intentId }]) log.appendCustomEntry(BASH_OUTCOME, data);
  expect(findUnfinishedBash(log, ["gone", ...strange, intentId])).toEqual([{ intentId, command: "ls" }]);
});
