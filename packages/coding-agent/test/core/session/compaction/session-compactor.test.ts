import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fauxAssistantMessage, fauxToolCall, registerFauxProvider } from "@tau/ai";
import { Type } from "typebox";
import { expect, onTestFinished, test } from "vitest";
import type { AgentSessionEvent } from "../../../../src/core/session/session-event.ts";
import { sessionWith } from "../../extensions/session-with.ts";

const overflow = () => fauxAssistantMessage("", { stopReason: "error", errorMessage: "prompt is too long" });
const answer = (text: string) => fauxAssistantMessage(text);

async function session(options: Parameters<typeof sessionWith>[1] = {}) {
  const setup = await sessionWith([() => undefined], options);
  setup.services.settings.applyOverrides({ compaction: { keepRecentTokens: 1 } });
  const events: AgentSessionEvent[] = [];
  setup.session.subscribe((event) => void events.push(event));
  const ends = () => events.filter(({ type }) => type === "compaction_end");
  return { setup, events, ends };
}

test("P-COMP-11, P-COMP-36: an overflow is met by a summary and another try; the failure stays in the log alone", async () => {
  const { setup, events, ends } = await session({
    answers: [answer("one"), overflow(), answer("a summary"), answer("done")],
  });
  await using _ = setup;
  await setup.session.prompt("first");
  await setup.session.prompt("second");
  expect(ends()).toMatchObject([{ reason: "overflow", willRetry: true, result: { summary: "a summary" } }]);
  expect(events.filter(({ type }) => type === "compaction_start")).toHaveLength(1);
  const roles = setup.session.messages.map((message) =>
    message.role === "assistant" ? message.stopReason : message.role,
  );
  expect(roles).toEqual(["compactionSummary", "user", "stop"]);
  const failed = setup.session.log
    .getEntries()
    .filter((entry) => entry.type === "message" && JSON.stringify(entry.message).includes("too long"));
  expect(failed).toHaveLength(1);
});

test("P-COMP-12: a second overflow in a row ends the run and says so, without a third request", async () => {
  const { setup, ends } = await session({
    answers: [answer("one"), overflow(), answer("a summary"), overflow(), answer("never asked")],
  });
  await using _ = setup;
  await setup.session.prompt("first");
  await setup.session.prompt("second");
  expect(ends()).toMatchObject([
    { reason: "overflow", willRetry: true },
    {
      reason: "overflow",
      willRetry: false,
      errorMessage: "Context overflow recovery failed after one compact-and-retry attempt.",
    },
  ]);
  expect(setup.faux.getPendingResponseCount()).toBe(1);
});

test("R80: where a model with a larger window may take over, it does, and nothing is summarized", async () => {
  const large = registerFauxProvider({ provider: "large", models: [{ id: "huge", contextWindow: 1_000_000 }] });
  onTestFinished(() => large.unregister());
  large.setResponses([answer("from the huge one")]);
  const { setup, ends, events } = await session({ answers: [answer("one"), overflow()] });
  await using _ = setup;
  setup.services.models.registerProvider("large", { apiKey: "none", models: large.models });
  setup.services.settings.applyOverrides({ compaction: { promoteTo: ["large/huge"] } });
  await setup.session.prompt("first");
  await setup.session.prompt("second");
  expect([setup.session.model.id, ends()]).toEqual(["huge", []]);
  expect(events.filter(({ type }) => type === "retry_fallback_applied")).toMatchObject([{ to: "large/huge" }]);
  expect(setup.session.getLastAssistantText()).toBe("from the huge one");
});

test("R82: old tool outputs are left out first, where that is enough", async () => {
  const big = {
    name: "big",
    label: "Big",
    description: "Says much",
    parameters: Type.Object({}),
    execute: async () => ({ content: [{ type: "text" as const, text: "y".repeat(120_000) }], details: undefined }),
  };
  const call = (id: string) => fauxAssistantMessage(fauxToolCall("big", {}, { id }), { stopReason: "toolUse" });
  const { setup, ends } = await session({
    answers: [call("1"), call("2"), call("3"), answer("done")],
    customTools: [big],
  });
  await using _ = setup;
  setup.services.settings.applyOverrides({ compaction: { prune: true, thresholdTokens: 70_000 } });
  await setup.session.prompt("go");
  expect(ends()).toEqual([]);
  const edits = setup.session.log.getEntries().filter(({ type }) => type === "context_edit");
  expect(edits).toHaveLength(2);
  expect(JSON.stringify(setup.session.messages).match(/\[Output truncated - 30000 tokens\]/g)).toHaveLength(2);
});

test("R86: a server of the user's writes the summary; where it fails, the model does", async () => {
  let reply = 200;
  const server = createServer((_request, response) => response.writeHead(reply).end('{"summary":"from the server"}'));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { setup, ends } = await session({
    answers: [
      answer("one"),
      answer("two"),
      answer("three"),
      ...Array.from({ length: 5 }, () => answer("from the model")),
    ],
  });
  await using _ = setup;
  const remoteEndpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  setup.services.settings.applyOverrides({ compaction: { remoteEndpoint } });
  await setup.session.prompt("first");
  await setup.session.prompt("second");
  await setup.session.compaction.compact();
  reply = 500;
  await setup.session.prompt("third");
  await setup.session.compaction.compact();
  reply = 200;
  setup.services.settings.applyOverrides({ compaction: { remoteEnabled: false } });
  await setup.session.prompt("fourth");
  await setup.session.compaction.compact();
  expect(ends()).toMatchObject([
    { result: { summary: expect.stringContaining("from the server") } },
    { result: { summary: expect.stringContaining("from the model") } },
    { result: { summary: expect.stringContaining("from the model") } },
  ]);
});

test("R395: where the session's model cannot write the summary, the one for chores does, then one that stands in", async () => {
  const others = registerFauxProvider({ provider: "others", models: [{ id: "small" }, { id: "spare" }] });
  onTestFinished(() => others.unregister());
  const refused = () => fauxAssistantMessage("", { stopReason: "error", errorMessage: "not today" });
  others.setResponses([answer("from the small one"), refused(), answer("from the spare one")]);
  const { setup, ends } = await session({
    answers: [answer("one"), overflow(), refused(), answer("two"), overflow(), refused(), answer("three")],
  });
  await using _ = setup;
  setup.services.models.registerProvider("others", { apiKey: "none", models: others.models });
  const settings = { modelRoles: { smol: "others/small" }, fallbackModels: ["others/spare"] };
  setup.services.settings.applyOverrides(settings);
  for (const text of ["first", "second", "third"]) await setup.session.prompt(text);
  expect(ends()).toMatchObject([
    { reason: "overflow", result: { summary: "from the small one" } },
    { reason: "overflow", result: { summary: "from the spare one" } },
  ]);
  expect([setup.session.model.provider, setup.session.getLastAssistantText()]).toEqual(["faux", "three"]);
});
