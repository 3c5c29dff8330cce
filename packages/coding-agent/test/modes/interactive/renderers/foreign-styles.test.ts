import type { AgentMessage, SessionEntry } from "@tau/agent";
import type { Component } from "@tau/tui";
import { setKeybindings } from "@tau/tui";
import { expect, test } from "vitest";
import { createKeymap } from "../../../../src/modes/interactive/keys/keymap.ts";
import { describeEntry } from "../../../../src/modes/interactive/overlays/tree/tree-entries.ts";
import { AssistantMessageView } from "../../../../src/modes/interactive/renderers/messages/assistant-message-view.ts";
import { messageView } from "../../../../src/modes/interactive/renderers/messages/index.ts";
import { textResult, toolView, viewContext } from "./tool-view.ts";

/** Hides text, sets the title, clears the screen and turns the direction of writing. */
const HOSTILE = "a\x1b[8;45mb\x1b]0;title\x07\x1b[2J\u202ec\x9b8md";
const MARKS = ["\x1b[8;45m", "\x1b]0", "\x1b[2J", "\u202e", "\x9b"];

function expectTame(view: Component): void {
  const drawn = view.render(80).join("\n");
  expect(MARKS.filter((mark) => drawn.includes(mark))).toEqual([]);
  expect(drawn).toContain("a");
}

const calls: Record<string, Record<string, unknown>> = {
  read: { path: HOSTILE },
  write: { path: HOSTILE, content: HOSTILE },
  edit: { path: HOSTILE, edits: [{ oldText: HOSTILE, newText: `${HOSTILE}!` }] },
  bash: { command: HOSTILE },
  grep: { pattern: HOSTILE, path: HOSTILE, glob: HOSTILE },
  find: { pattern: HOSTILE },
  ls: { path: HOSTILE },
  other: { [HOSTILE]: HOSTILE, list: [HOSTILE] },
};

for (const [name, args] of Object.entries(calls))
  for (const isError of [false, true])
    test(`${name} draws no style of its arguments and of its ${isError ? "error" : "output"}`, () => {
      const { view } = toolView(name, { expanded: true });
      view.called(args);
      expectTame(view);
      view.finish(textResult(HOSTILE), isError);
      expectTame(view);
    });

const outcome = { exitCode: 1, cancelled: false, truncated: false, timestamp: 0 };
const messages: Record<string, AgentMessage> = {
  "a prompt": { role: "user", content: HOSTILE, timestamp: 0 },
  "a command of the user": { role: "bashExecution", command: HOSTILE, output: HOSTILE, ...outcome },
};

for (const [name, message] of Object.entries(messages))
  test(`${name} brings no style along`, () => {
    setKeybindings(createKeymap({}));
    const view = messageView(message, viewContext());
    expect(view).toBeDefined();
    if (view) expectTame(view);
  });

test("the answer of a model and the error of a provider bring no style along", () => {
  setKeybindings(createKeymap({}));
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
  const usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost };
  const view = new AssistantMessageView(viewContext());
  view.finish({
    ...{ role: "assistant", api: "openai-completions", provider: "p", model: "m", usage, timestamp: 0 },
    content: [
      { type: "thinking", thinking: HOSTILE },
      { type: "text", text: `# ${HOSTILE}\n\n${HOSTILE}\n\n- ${HOSTILE}\n\n\`\`\`ts\n${HOSTILE}\n\`\`\`` },
    ],
    stopReason: "error",
    errorMessage: HOSTILE,
  });
  expectTame(view);
});

test("an entry in the tree is a plain line", () => {
  const base = { id: "1", parentId: null, timestamp: "" };
  const entries: SessionEntry[] = [
    { ...base, type: "session_info", name: HOSTILE },
    { ...base, type: "label", targetId: "1", label: HOSTILE },
    { ...base, type: "message", message: { role: "user", content: HOSTILE, timestamp: 0 } },
    { ...base, type: "message", message: { role: "bashExecution", command: HOSTILE, output: "", ...outcome } },
  ];
  expect(entries.map((entry) => describeEntry(entry))).toEqual([
    "named abc8md",
    "label abc8md",
    "you: abc8md",
    "! abc8md",
  ]);
});
