import type { AgentMessage } from "@tau/agent";
import type { AssistantMessage } from "@tau/ai";
import { type Component, setKeybindings, stripTerminalSequences, visibleWidth } from "@tau/tui";
import { expect, test } from "vitest";
import { createKeymap } from "../../../../src/modes/interactive/keys/keymap.ts";
import { AssistantMessageView } from "../../../../src/modes/interactive/renderers/messages/assistant-message-view.ts";
import { BashExecutionView } from "../../../../src/modes/interactive/renderers/messages/bash-execution-view.ts";
import { messageView } from "../../../../src/modes/interactive/renderers/messages/index.ts";
import { viewContext } from "./tool-view.ts";

const WIDTHS = [40, 80, 120];
const PARAGRAPH = "The total is computed line by line, and a line that is no number is passed over without a word.";

function seen(view: Component, width: number): string {
  const rows = view.render(width);
  for (const row of rows) expect(visibleWidth(row)).toBeLessThanOrEqual(width);
  return rows.map((row) => stripTerminalSequences(row).trimEnd()).join("\n");
}

function answer(content: AssistantMessage["content"], more: Partial<AssistantMessage> = {}): AssistantMessage {
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
  const usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost };
  const model = { api: "openai-completions", provider: "p", model: "m" } as const;
  return { role: "assistant", content, usage, stopReason: "stop", timestamp: 0, ...model, ...more };
}

const messages: Record<string, AgentMessage> = {
  "a prompt": { role: "user", content: `${PARAGRAPH}\n\n  indented second paragraph`, timestamp: 0 },
  "a long prompt": {
    role: "user",
    content: `${Array.from({ length: 5000 }, (_, index) => `line ${index + 1}`).join("\n")}\nWhat is wrong here?`,
    timestamp: 0,
  },
  "a handoff": {
    role: "custom",
    customType: "handoff",
    content: "<handoff-context>\n## Goal\nThe rest.\n</handoff-context>\n\nGo on from here.",
    display: true,
    timestamp: 0,
  },
  "a prompt with an image": {
    role: "user",
    content: [
      { type: "text", text: "What is this?" },
      { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" },
    ],
    timestamp: 0,
  },
  "a command of the user": {
    role: "bashExecution",
    command: "npm test -- --run packages/agent",
    output: Array.from({ length: 26 }, (_, index) => `test ${index + 1} passed`).join("\n"),
    exitCode: 1,
    cancelled: false,
    truncated: false,
    timestamp: 0,
  },
  "a private command": {
    role: "bashExecution",
    command: "pwd",
    output: "/work",
    exitCode: 0,
    cancelled: false,
    truncated: false,
    excludeFromContext: true,
    timestamp: 0,
  },
  "a compaction": { role: "compactionSummary", summary: PARAGRAPH, tokensBefore: 123_456, timestamp: 0 },
  "a branch that was left": { role: "branchSummary", summary: PARAGRAPH, fromId: "x", timestamp: 0 },
  "a message of an extension": {
    role: "custom",
    customType: "notes",
    content: `**${PARAGRAPH}**`,
    display: true,
    timestamp: 0,
  },
};

for (const width of WIDTHS)
  for (const [name, message] of Object.entries(messages))
    test(`${name} at ${width} columns`, () => {
      setKeybindings(createKeymap({}));
      const view = messageView(message, viewContext());
      expect(view && seen(view, width)).toMatchSnapshot();
    });

const answers: Record<string, AssistantMessage> = {
  "text with a list, a table and code": answer([
    {
      type: "text",
      text: `## Done\n\n${PARAGRAPH}\n\n1. one\n2. two\n\n| file | change |\n|---|---|\n| \`src/total.ts\` | 3 |\n\n\`\`\`ts\nconst value = Number(line);\n\`\`\``,
    },
  ]),
  "thinking before text": answer([
    { type: "thinking", thinking: PARAGRAPH },
    { type: "text", text: "Fine." },
  ]),
  "an error": answer([{ type: "text", text: "Half an ans" }], {
    stopReason: "error",
    errorMessage: "scripted failed (HTTP 503): overloaded.",
  }),
  "an answer that was stopped": answer([{ type: "text", text: "Half an ans" }], { stopReason: "aborted" }),
  "an answer that was cut off": answer([{ type: "text", text: "Half an ans" }], { stopReason: "length" }),
};

for (const width of WIDTHS)
  for (const [name, message] of Object.entries(answers))
    test(`${name} at ${width} columns`, () => {
      const view = new AssistantMessageView(viewContext());
      view.finish(message);
      expect(seen(view, width)).toMatchSnapshot();
    });

test("thinking that is hidden leaves its label", () => {
  const view = new AssistantMessageView(viewContext({ thinking: "hidden" }));
  view.finish(answer([{ type: "thinking", thinking: "secret" }]));
  expect(seen(view, 40)).toBe("\n Thinking…");
});

test("the progress bar of a running command is one line, and pushes none away", () => {
  const view = new BashExecutionView("npm ci", { isPrivate: false }, viewContext());
  for (const chunk of ["added\r", "\n", " 1%", "\r", ...Array(10_000).fill("50%\r"), "\x1b[", "K99%"])
    view.append(chunk);
  expect(
    seen(view, 40)
      .split("\n")
      .map((row) => row.trim()),
  ).toEqual(["! npm ci", "added", "99%", "running… (Escape stops)"]);
});

test("R197: a command of the user's shows its last 20 rows as they come, and a line too long takes no more", () => {
  const view = new BashExecutionView("seq 30", { isPrivate: false }, viewContext());
  for (let line = 1; line <= 30; line++) view.append(`${line}\n`);
  const rows = () =>
    seen(view, 40)
      .split("\n")
      .map((row) => row.trim());
  expect(rows()).toEqual([
    "! seq 30",
    expect.stringContaining("10 more lines"),
    ...Array.from({ length: 20 }, (_, index) => String(index + 11)),
    "running… (Escape stops)",
  ]);
  view.finish({ output: "x".repeat(100_000), exitCode: 3, cancelled: false, truncated: false });
  expect(rows()).toHaveLength(23);
  expect(rows().at(-1)).toBe("exit code 3");
});
