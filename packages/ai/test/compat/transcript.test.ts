import { expect, test } from "vitest";
import {
  collapseSystemMessages,
  createInitialSystemMessage,
  declarationsEqual,
  getCurrentSystemMessage,
  getCurrentSystemPrompt,
  getCurrentTools,
  getDeclaredTools,
  getSystemMessageText,
  getToolStateChanges,
  hasNonAdditiveToolChanges,
  hasToolRedefinitions,
  type Message,
  normalizeContext,
  renderSystemMessageUpdate,
  resolveTranscript,
  resolveTranscriptTools,
  type SystemMessage,
  withoutInitialSystemMessage,
} from "../../src/compat.ts";

const tool = (name: string, description = "") => ({ name, description, parameters: { type: "object" } });
const system = (content: string, more: Partial<SystemMessage> = {}): SystemMessage => ({
  role: "system",
  content,
  timestamp: 1,
  ...more,
});
const user: Message = { role: "user", content: "hi", timestamp: 2 };

test("a context becomes a conversation that begins with its prompt and tools, and back", () => {
  const { messages } = normalizeContext({ systemPrompt: "Be brief.", tools: [tool("ls")], messages: [user] });
  expect(messages).toMatchObject([{ role: "system", content: "Be brief.", toolsAdded: [tool("ls")] }, user]);
  expect(withoutInitialSystemMessage(messages)).toEqual([user]);
  expect(createInitialSystemMessage(undefined, [])).toBeUndefined();
});

test("system messages add up in order", () => {
  const messages = [
    system("One.", { sections: { a: "<a>1</a>" }, toolsAdded: [tool("ls"), tool("read")] }),
    user,
    system("Two.", { sections: { a: "<a>2</a>" }, toolsRemoved: [{ name: "ls" }] }),
  ];
  expect(getCurrentSystemPrompt(messages)).toBe("One.\n\nTwo.\n\n<a>2</a>");
  expect(getCurrentTools(messages)).toEqual([tool("read")]);
  expect(collapseSystemMessages({ messages }).messages).toMatchObject([
    { role: "system", toolsAdded: [tool("read")], timestamp: 1 },
    user,
  ]);
  expect(getCurrentSystemMessage(messages)).toEqual(
    system("One.\n\nTwo.", { sections: { a: "<a>2</a>" }, toolsAdded: [tool("read")] }),
  );
  expect(getCurrentSystemPrompt([system("One.", { sections: { a: "" } })])).toBe("One.");
  expect(resolveTranscript({ messages }, true).messages).toBe(messages);
  expect(getSystemMessageText(messages[0] as SystemMessage)).toBe("One.\n\n<a>1</a>");
  expect(renderSystemMessageUpdate(system("", { sections: { a: null } }))).toBe('The section "a" no longer applies.');
});

test("changes of tools are found, and divided as a protocol can tell them", () => {
  expect(getToolStateChanges([tool("a"), tool("b")], [tool("b", "new"), tool("c")])).toEqual({
    toolsAdded: [tool("b", "new"), tool("c")],
    toolsRemoved: [{ name: "a" }, { name: "b" }],
  });
  expect(declarationsEqual(tool("a"), { ...tool("a"), execute: () => undefined } as never)).toBe(true);
  const added = [system("", { toolsAdded: [tool("a")] }), system("", { toolsAdded: [tool("b")] })];
  const changed = [...added, system("", { toolsAdded: [tool("a", "again")] })];
  expect([added, changed].map(hasToolRedefinitions)).toEqual([false, true]);
  expect([added, changed].map(hasNonAdditiveToolChanges)).toEqual([false, true]);
  expect(getDeclaredTools(changed).map(({ description }) => description)).toEqual(["again", ""]);
  const twice = [system("", { toolsAdded: [tool("a"), tool("a")] })];
  expect([hasToolRedefinitions(twice), hasNonAdditiveToolChanges(twice)]).toEqual([false, true]);
  const unsampled = { ...tool("a"), constrainedSampling: false as const };
  expect(declarationsEqual(tool("a"), unsampled)).toBe(false);
  const names = (messages: SystemMessage[], support: "none" | "additions" | "changes") => {
    const { requestTools, foldedSystemMessages } = resolveTranscriptTools(messages, support);
    return [requestTools.map(({ name }) => name).join(), foldedSystemMessages];
  };
  expect(names(added, "none")).toEqual(["a,b", 2]);
  expect(names(added, "additions")).toEqual(["a", 1]);
  expect(names(changed, "additions")).toEqual(["a,b", 3]);
  expect(names(changed, "changes")).toEqual(["", 0]);
});
