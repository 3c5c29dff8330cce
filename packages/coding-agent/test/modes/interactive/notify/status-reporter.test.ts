import { fauxAssistantMessage } from "@tau/ai";
import { expect, test } from "vitest";
import type { AgentSessionEvent } from "../../../../src/core/session/session-event.ts";
import { STATUS_QUERY, statusSequence } from "../../../../src/modes/interactive/notify/program-status.ts";
import { StatusReporter, statusMode } from "../../../../src/modes/interactive/notify/status-reporter.ts";

function reporter(mode: "ask" | "always" | "never") {
  const told: string[] = [];
  const write = (data: string) => told.push(data === STATUS_QUERY ? "?" : readable(data));
  return { told, status: new StatusReporter({ write, subject: () => "project", mode }) };
}

function readable(sequence: string): string {
  const body = /^\x1b\]7501;(.*)\x1b\\$/.exec(sequence)?.[1] ?? sequence;
  return body.replace(/msg=(.*)$/, (_, text: string) => `msg=${Buffer.from(text, "base64").toString()}`);
}

const started: AgentSessionEvent = { type: "agent_start" };
const settled = (aborted = false): AgentSessionEvent => ({ type: "agent_settled", aborted });

test("nothing is reported before the terminal has said that it understands", () => {
  const { told, status } = reporter("ask");
  status.start();
  status.handle(started);
  expect(told).toEqual(["?"]);
  expect(status.hear("x")).toBe(false);
  expect(status.hear("\x1b]7501;?\x07")).toBe(true);
  expect(told).toEqual(["?", "state=working:app=tau:msg=project"]);
});

test("a run is working, then done, failed, or idle where the user stopped it; each state is told once", () => {
  const { told, status } = reporter("always");
  status.start();
  status.start();
  status.handle(started);
  status.handle(settled());
  status.handle(started);
  const errorMessage = "Overloaded\nand more";
  status.handle({ type: "message_end", message: fauxAssistantMessage("", { stopReason: "error", errorMessage }) });
  status.handle(settled());
  status.handle(started);
  status.handle(settled(true));
  expect(told).toEqual([
    "state=idle:app=tau",
    "state=working:app=tau:msg=project",
    "state=done:app=tau:msg=project",
    "state=working:app=tau:msg=project",
    "state=error:app=tau:msg=Overloaded",
    "state=working:app=tau:msg=project",
    "state=idle:app=tau",
  ]);
});

test("while a question is open the user is waited for, the last one opened first", () => {
  const { told, status } = reporter("always");
  status.start();
  status.handle(started);
  const first = status.block({ kind: "auth", message: "Sign in" });
  const second = status.block({ kind: "question", message: "Which?" });
  first();
  second();
  expect(told.slice(2)).toEqual([
    "state=blocked:kind=auth:app=tau:msg=Sign in",
    "state=blocked:kind=question:app=tau:msg=Which?",
    "state=working:app=tau:msg=project",
  ]);
});

test("the environment decides; a console that would print the question is not asked", () => {
  expect(statusMode({ TAU_PROGRAM_STATUS: "1" })).toBe("always");
  expect(statusMode({ PI_PROGRAM_STATUS: "0" })).toBe("never");
  expect(statusMode({ TERM: "linux" })).toBe("never");
  expect(statusMode({ TERM: "xterm-256color" })).toBe("ask");
  const { told, status } = reporter("never");
  status.start();
  status.hear("\x1b]7501;?\x07");
  status.handle(started);
  expect(told).toEqual([]);
});

test("a message is one short line without controls", () => {
  expect(readable(statusSequence({ state: "working", message: `a\x1b[31m\nb${"x".repeat(999)}` }))).toBe(
    `state=working:app=tau:msg=a b${"x".repeat(197)}`,
  );
});
