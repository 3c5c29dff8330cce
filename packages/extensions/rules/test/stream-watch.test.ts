import type { AssistantMessage, AssistantMessageEvent } from "@tau/ai";
import { expect, test } from "vitest";
import { BoundedSearch } from "../bounded-search.ts";
import type { StreamRule, StreamScope } from "../stream-rule.ts";
import { StreamWatch } from "../stream-watch.ts";

function ruleOf(pattern: RegExp, scopes: readonly StreamScope[] = [{ kind: "text" }]): StreamRule {
  return { name: pattern.source, path: "/r.md", content: "R", patterns: [pattern], scopes, interruptMode: undefined };
}

/** Streams a text in pieces of some length, and returns after how many characters the rule was seen. */
function stream(rules: readonly StreamRule[], text: string, size: number, slow: string[] = []): number | undefined {
  const watch = new StreamWatch(rules, {
    cwd: "/",
    isSpent: () => false,
    onTimeout: ({ name }) => void slow.push(name),
  });
  const block = { type: "text" as const, text: "" };
  const partial = { role: "assistant", content: [block] } as unknown as AssistantMessage;
  const see = (event: object) => watch.see({ contentIndex: 0, partial, ...event } as AssistantMessageEvent);
  see({ type: "text_start" });
  for (let at = 0; at < text.length; at += size) {
    const delta = text.slice(at, at + size);
    block.text += delta;
    if (see({ type: "text_delta", delta })) return at + delta.length;
  }
  return see({ type: "text_end", content: text }) ? text.length : undefined;
}

test.each([1, 2, 3, 7, 50, 127, 128, 129, 5_000])("patterns are found across deltas of %i characters", (size) => {
  const filler = "lorem ipsum dolor sit amet ".repeat(30);
  expect(stream([ruleOf(/needle in\s+a haystack/g)], `${filler}needle in\n a haystack${filler}`, size)).toBeDefined();
  expect(stream([ruleOf(/needle/g)], filler, size)).toBeUndefined();
  expect(stream([ruleOf(/needle$/g)], `${filler}needle`, size)).toBe(filler.length + 6);
});

test("a match is seen soon, not at the end", () => {
  expect(stream([ruleOf(/needle/g)], `needle ${"x".repeat(10_000)}`, 4)).toBeLessThanOrEqual(132);
});

test("^ and lookbehind see the text before the place where the search begins", () => {
  const filler = "x".repeat(5_000);
  expect(stream([ruleOf(/^x/g)], `y${filler}`, 100)).toBeUndefined();
  expect(stream([ruleOf(/(?<!y)yz/g)], `${filler}yyz`, 100)).toBeUndefined();
});

test("long texts are searched in linear time: a rule sees each character a limited number of times", () => {
  const pattern = /needle/g;
  let characters = 0;
  pattern.test = (text: string) => {
    characters += text.length - pattern.lastIndex;
    return RegExp.prototype.test.call(pattern, text);
  };
  stream([ruleOf(pattern)], "x".repeat(100_000), 50);
  expect(characters).toBeLessThan(100_000 * 20);
});

test("the search stops a pattern in its middle, once, and goes on with the next rule", () => {
  const slow: string[] = [];
  const rules = [
    { name: "slow", patterns: [/(a+)+$/g] },
    { name: "good", patterns: [/b/g] },
  ];
  const search = new BoundedSearch<(typeof rules)[number]>(({ name }) => void slow.push(name));
  const text = `${"a".repeat(50)}b`;
  expect([search.find(rules, text, 0)?.name, search.find(rules, text, 0)?.name]).toEqual(["good", "good"]);
  expect(slow).toEqual(["slow"]);
});
