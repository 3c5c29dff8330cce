import type { AgentToolResult } from "@tau/agent";
import type { AssistantMessage } from "@tau/ai";
import { Markdown, setKeybindings, stripTerminalSequences } from "@tau/tui";
import { afterEach, expect, test } from "vitest";
import { createKeymap } from "../../src/modes/interactive/keys/keymap.ts";
import { Transcript } from "../../src/modes/interactive/screen/transcript.ts";
import * as pi from "../../src/pi.ts";
import { viewContext } from "../modes/interactive/renderers/tool-view.ts";

const undo: (() => void)[] = [];

afterEach(() => {
  for (const restore of undo.splice(0)) restore();
});

/** Replaces a method as extensions do: the new one may call the old one. */
function patch<Target extends object, Name extends keyof Target>(
  target: Target,
  name: Name,
  make: (old: Target[Name]) => Target[Name],
): void {
  const before = Object.getOwnPropertyDescriptor(target, name);
  undo.push(() => {
    if (before) Object.defineProperty(target, name, before);
    else Reflect.deleteProperty(target, name);
  });
  target[name] = make(target[name]);
}

function answer(...content: AssistantMessage["content"]): AssistantMessage {
  return {
    ...{ role: "assistant", content, api: "a", provider: "p", model: "m", stopReason: "stop", timestamp: 7 },
    usage: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, totalTokens: 2 },
  } as AssistantMessage;
}

function shown(transcript: Transcript): string {
  return stripTerminalSequences(transcript.render(60).join("\n"));
}

function transcript(): Transcript {
  setKeybindings(createKeymap({}));
  return new Transcript(viewContext());
}

test("a patch of UserMessageComponent changes the messages on the screen, those already there too", () => {
  const screen = transcript();
  screen.load([{ role: "user", content: "good morning", timestamp: 0 }]);
  expect(shown(screen)).toContain("good morning");
  patch(pi.UserMessageComponent.prototype, "render", (old) => {
    return function (this: pi.UserMessageComponent, width: number) {
      return ["<you>", ...old.call(this, width)];
    };
  });
  expect(shown(screen)).toMatch(/<you>[\s\S]*good morning/);
  expect(new pi.UserMessageComponent("hello").render(40)[0]).toBe("<you>");
});

test("a patch of ToolExecutionComponent changes the calls on the screen: how they are drawn, and which result is shown", () => {
  patch(pi.ToolExecutionComponent.prototype, "render", (old) => {
    return function (this: pi.ToolExecutionComponent, width: number) {
      return ["<call>", ...old.call(this, width)];
    };
  });
  patch(pi.ToolExecutionComponent.prototype, "updateResult", (old) => {
    return function (this: pi.ToolExecutionComponent, result: AgentToolResult, isPartial?: boolean) {
      const text = isPartial ? "so far" : "at the end";
      old.call(this, { ...result, content: [{ type: "text", text }] }, isPartial);
    };
  });
  const screen = transcript();
  const call = { toolCallId: "1", toolName: "other", args: {} };
  const result = { content: [{ type: "text" as const, text: "secret" }], details: undefined };
  screen.handle({ type: "tool_execution_start", ...call });
  screen.handle({ type: "tool_execution_update", ...call, partialResult: result });
  expect(shown(screen)).toMatch(/<call>[\s\S]*so far/);
  screen.handle({ type: "tool_execution_end", ...call, result, isError: false } as never);
  expect(shown(screen)).toMatch(/<call>[\s\S]*at the end/);
  expect(shown(screen)).not.toContain("secret");
});

test("every change of an answer goes through a patched updateContent, which may replace parts of it", () => {
  const calls: (boolean | undefined)[] = [];
  patch(pi.AssistantMessageComponent.prototype, "updateContent", (old) => {
    return function (this: pi.AssistantMessageComponent, message: AssistantMessage, isStreaming?: boolean) {
      calls.push(isStreaming);
      old.call(this, message, isStreaming);
      const { children } = this.contentContainer;
      const index = children.findIndex((child) => child instanceof Markdown);
      const first = children[index];
      if (first instanceof Markdown)
        children[index] = new Markdown("folded", 1, 0, first.theme, first.defaultTextStyle);
    };
  });
  const screen = transcript();
  const message = answer({ type: "thinking", thinking: "one or two" });
  screen.handle({ type: "message_start", message });
  const assistantMessageEvent = { type: "thinking_delta", contentIndex: 0, delta: "two", partial: message } as const;
  screen.handle({ type: "message_update", message, assistantMessageEvent });
  expect(shown(screen)).toContain("folded");
  const whole = answer({ type: "thinking", thinking: "one or two" }, { type: "text", text: "Three." });
  screen.handle({ type: "message_end", message: whole });
  expect(calls).toEqual([true, undefined]);
  expect(shown(screen)).toMatch(/folded[\s\S]*Three\./);
  expect(shown(screen)).not.toContain("one or two");
});

test("a class that extends one of them is constructed as pi's is", () => {
  class Loud extends pi.UserMessageComponent {
    override render(width: number): string[] {
      return super.render(width).map((line) => line.toUpperCase());
    }
  }
  const loud = new Loud("quiet", undefined, 0);
  expect(stripTerminalSequences(loud.render(20).join("")).trim()).toContain("QUIET");
  expect([loud instanceof Loud, loud instanceof pi.UserMessageComponent]).toEqual([true, true]);
});
