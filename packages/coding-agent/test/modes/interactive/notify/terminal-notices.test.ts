import { fauxAssistantMessage } from "@tau/ai";
import { expect, test } from "vitest";
import type { AgentSessionEvent } from "../../../../src/core/session/session-event.ts";
import { notificationSequence } from "../../../../src/modes/interactive/notify/notification-sequence.ts";
import { type NoticeSettings, TerminalNotices } from "../../../../src/modes/interactive/notify/terminal-notices.ts";

const ALL: NoticeSettings = { title: true, progress: true, notifications: "message" };

function notices(settings: NoticeSettings = ALL) {
  const told: string[] = [];
  const terminal = {
    setTitle: (title: string) => told.push(`title ${title}`),
    setProgress: (active: boolean) => told.push(`progress ${active}`),
    write: (data: string) => told.push(JSON.stringify(data)),
  };
  return {
    told,
    notices: new TerminalNotices({ terminal, settings: () => settings, subject: () => "project", env: {} }),
  };
}

const started: AgentSessionEvent = { type: "agent_start" };
const settled: AgentSessionEvent = { type: "agent_settled", aborted: false };

test("title and progress follow a run; a notification comes only to one who looks elsewhere", () => {
  const { told, notices: about } = notices();
  about.refresh();
  about.handle(started);
  about.handle(settled);
  expect(told.splice(0)).toEqual([
    "title project — tau",
    "progress true",
    "title ● project — tau",
    "progress false",
    "title project — tau",
  ]);
  about.focusChanged(false);
  about.handle(started);
  about.handle(settled);
  expect(told.at(-1)).toBe(JSON.stringify("\x1b]9;project: done\x07"));
});

test("a failure is told as one, and what the user stopped is not told", () => {
  const { told, notices: about } = notices();
  about.focusChanged(false);
  about.handle(started);
  const message = { ...fauxAssistantMessage("no"), stopReason: "error" as const };
  about.handle({ type: "message_end", message });
  about.handle(settled);
  expect(told.at(-1)).toContain("stopped with an error");
  told.length = 0;
  about.handle(started);
  about.handle({ type: "agent_settled", aborted: true });
  expect(told.join()).not.toContain("]9;");
});

test("each can be switched off", () => {
  const { told, notices: about } = notices({ title: false, progress: false, notifications: "off" });
  about.focusChanged(false);
  about.handle(started);
  about.handle(settled);
  expect(told).toEqual(["progress false"]);
});

test("auto rings the bell where no message would be shown; a message cannot carry sequences", () => {
  expect(notificationSequence("x", "auto", {})).toBe("\x07");
  expect(notificationSequence("x", "auto", { TERM_PROGRAM: "ghostty" })).toBe("\x1b]9;x\x07");
  expect(notificationSequence("x", "auto", { TERM_PROGRAM: "ghostty", TMUX: "1" })).toBe("\x07");
  expect(notificationSequence("a\x07b\x1b]0;c\x07\nd", "message", {})).toBe("\x1b]9;ab d\x07");
});
