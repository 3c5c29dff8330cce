import type { AssistantMessage, TextContent } from "@tau/ai";
import { setKeybindings, stripTerminalSequences } from "@tau/tui";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createKeymap } from "../../../../src/modes/interactive/keys/keymap.ts";
import { AssistantMessageView } from "../../../../src/modes/interactive/renderers/messages/assistant-message-view.ts";
import { viewContext } from "./tool-view.ts";

/** One block of text that grows in place, as the answer of a running request does. */
function liveAnswer(): { message: AssistantMessage; block: TextContent } {
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
  const usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost };
  const block: TextContent = { type: "text", text: "" };
  const model = { api: "openai-completions", provider: "p", model: "m" } as const;
  return {
    message: { role: "assistant", content: [block], usage, stopReason: "stop", timestamp: 0, ...model },
    block,
  };
}

function shownBy(view: AssistantMessageView): string {
  return view
    .render(200)
    .map((row) => stripTerminalSequences(row).trim())
    .join("")
    .trim();
}

test("an answer that is ahead of the events that tell of it is not shown twice", () => {
  setKeybindings(createKeymap({}));
  const { message, block } = liveAnswer();
  const view = new AssistantMessageView(viewContext());
  block.text = "# Plan";
  view.updateBlock(message, 0);
  view.appendDelta(message, 0, "# Plan");
  block.text += " for the parser";
  view.appendDelta(message, 0, " for the parser");

  expect(shownBy(view)).toBe("Plan for the parser");
});

test("however late the events come, each word is shown once, and all are in the end", () => {
  setKeybindings(createKeymap({}));
  const word = fc.stringMatching(/^[a-z]{1,8}$/);
  fc.assert(
    fc.property(fc.array(fc.record({ word, late: fc.boolean() }), { minLength: 1, maxLength: 20 }), (steps) => {
      const { message, block } = liveAnswer();
      const view = new AssistantMessageView(viewContext());
      const waiting: string[] = [];
      view.updateBlock(message, 0);
      for (const { word: delta, late } of steps) {
        block.text += delta;
        waiting.push(delta);
        if (late) continue;
        for (const told of waiting.splice(0)) view.appendDelta(message, 0, told);
        expect(shownBy(view)).toBe(block.text);
      }
      for (const told of waiting) view.appendDelta(message, 0, told);
      expect(shownBy(view)).toBe(block.text);
    }),
  );
});
