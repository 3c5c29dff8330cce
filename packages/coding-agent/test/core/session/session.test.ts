import { readFileSync } from "node:fs";
import { type FauxResponseStep, fauxAssistantMessage, fauxToolCall } from "@tau/ai";
import { expect, test } from "vitest";
import { createEventBus } from "../../../src/core/extensions/index.ts";
import { sessionFor } from "./session-for.ts";

const SUMMARY = fauxAssistantMessage("## Goal\nA summary");

test("P-APP-63: a session in memory with a scripted model needs no home and leaves no file", async () => {
  await using setup = await sessionFor([fauxAssistantMessage("hello")], { inMemory: true });
  await setup.session.prompt("hi");
  expect([setup.session.sessionFile, setup.session.getLastAssistantText()]).toEqual([undefined, "hello"]);
});

test("P-APP-61, R178: the active tools are those of the request and of the system prompt; unknown names are passed over", async () => {
  const offered: unknown[] = [];
  const answer: FauxResponseStep = ({ tools, systemPrompt }) => {
    offered.push([tools?.map(({ name }) => name), /Search the contents of files/.test(systemPrompt ?? "")]);
    return fauxAssistantMessage("ok");
  };
  await using setup = await sessionFor([answer, answer]);
  await setup.session.prompt("one");
  setup.session.setActiveToolsByName(["grep", "nonsense", "read"]);
  await setup.session.prompt("two");
  expect(offered).toEqual([
    [["read", "bash", "edit", "write"], false],
    [["grep", "read"], true],
  ]);
  expect(setup.session.tools.activeNames()).toEqual(["grep", "read"]);
});

test("P-APP-60: an overflow is compacted and asked again, not tried again", async () => {
  const overflow = fauxAssistantMessage("", {
    stopReason: "error",
    errorMessage: "prompt is too long: 200000 tokens > 100000 maximum",
  });
  const answers = [fauxAssistantMessage("long ago"), overflow, SUMMARY, fauxAssistantMessage("done")];
  await using setup = await sessionFor(answers, { settings: { compaction: { keepRecentTokens: 1 } } });
  const { session, events } = setup;
  await session.prompt("x".repeat(400));
  await session.prompt("go on");
  expect(session.getLastAssistantText()).toBe("done");
  expect(events.filter(({ type }) => type.startsWith("auto_retry"))).toEqual([]);
  expect(events.filter(({ type }) => type.startsWith("compaction"))).toMatchObject([
    { type: "compaction_start", reason: "overflow" },
    { type: "compaction_end", reason: "overflow", aborted: false, willRetry: true },
  ]);
  expect(session.messages[0]?.role).toBe("compactionSummary");
});

test("a window that is nearly full is compacted after the answer, once", async () => {
  const answers = [fauxAssistantMessage("first"), fauxAssistantMessage("second"), SUMMARY, SUMMARY];
  const settings = { compaction: { keepRecentTokens: 1, reserveTokens: 1000 } };
  await using setup = await sessionFor(answers, { settings, contextWindow: 8000 });
  await setup.session.prompt("one");
  await setup.session.prompt("many words ".repeat(2600));
  expect(setup.events.filter(({ type }) => type.startsWith("compaction"))).toMatchObject([
    { type: "compaction_start", reason: "threshold" },
    { type: "compaction_end", reason: "threshold", aborted: false, willRetry: false },
  ]);
  expect(setup.session.contextUsage()).toMatchObject({ tokens: null, percent: null });
});

test("P-APP-57: a summary that fails and succeeds at the next try is told of", async () => {
  const flaky = fauxAssistantMessage("", { stopReason: "error", errorMessage: "503" });
  const answers = [fauxAssistantMessage("one"), fauxAssistantMessage("two"), flaky, SUMMARY, SUMMARY];
  const settings = { compaction: { keepRecentTokens: 1 }, retry: { enabled: true, maxRetries: 1, baseDelayMs: 1 } };
  await using setup = await sessionFor(answers, { settings });
  await setup.session.prompt("one");
  await setup.session.prompt("two");
  await setup.session.compaction.compact();
  expect(setup.events.filter(({ type }) => type.startsWith("summarization"))).toMatchObject([
    { type: "summarization_retry_scheduled", attempt: 1, maxAttempts: 1, errorMessage: "503" },
    { type: "summarization_retry_attempt_start", source: "compaction", reason: "manual" },
    { type: "summarization_retry_finished" },
  ]);
});

test("P-SESS-36, P-SESS-37, P-SESS-38: a change of model is logged, and kept as the default where that is asked for; the level is clamped, and logged if it changed", async () => {
  await using setup = await sessionFor([fauxAssistantMessage("ok")]);
  const { session, services, faux } = setup;
  await session.prompt("go");
  session.choice.setThinkingLevel("high", { keepDefault: true });
  session.choice.setThinkingLevel("high", { keepDefault: true });
  const two = faux.getModel("two");
  if (!two) throw new Error("The scripted provider has two models.");
  await session.choice.setModel(two);
  const changes = session.log
    .getEntries()
    .filter(({ type }) => type === "model_change" || type === "thinking_level_change")
    .slice(2);
  expect(changes).toMatchObject([
    { type: "thinking_level_change", thinkingLevel: "high" },
    { type: "model_change", modelId: "two" },
    { type: "thinking_level_change", thinkingLevel: "off" },
  ]);
  expect([session.thinkingLevel, services.settings.get("defaultModel"), session.messages.length]).toEqual([
    "off",
    "two",
    2,
  ]);
});

test("P-SESS-9: an entry is on disk when its message is told of", async () => {
  await using setup = await sessionFor([fauxAssistantMessage("said")]);
  const { session } = setup;
  const onDisk: boolean[] = [];
  session.subscribe((event) => {
    if (event.type === "message_end" && event.message.role === "assistant")
      onDisk.push(readFileSync(session.sessionFile ?? "", "utf8").includes("said"));
  });
  await session.prompt("go");
  expect(onDisk).toEqual([true]);
});

test("P-TOOL-69, R101, R102, R104: a long output is kept beside the session under a number, which read takes", async () => {
  const answers = [
    fauxAssistantMessage(fauxToolCall("bash", { command: "seq 1 3000" }), { stopReason: "toolUse" }),
    fauxAssistantMessage(fauxToolCall("bash", { command: "seq 1 4000" }), { stopReason: "toolUse" }),
    fauxAssistantMessage(
      [
        fauxToolCall("read", { path: "artifact://0:2998-3000" }),
        fauxToolCall("read", { path: "artifact://1", offset: 4000 }),
        fauxToolCall("read", { path: "artifact://7" }),
        fauxToolCall("read", { path: "artifact://x" }),
      ],
      { stopReason: "toolUse" },
    ),
    fauxAssistantMessage("done"),
  ];
  await using setup = await sessionFor(answers);
  await setup.session.prompt("go");
  const results = setup.session.messages.flatMap((message) =>
    message.role === "toolResult"
      ? [message.content.map((block) => (block.type === "text" ? block.text : "")).join("")]
      : [],
  );
  expect(results[0]).toMatch(/Showing lines 1001-3000 of 3000. Full output: .*\/0\.bash\.log \(artifact:\/\/0\)\]$/);
  expect(results[1]).toMatch(/\/1\.bash\.log \(artifact:\/\/1\)\]$/);
  expect(results.slice(2)).toEqual([
    "2998\n2999\n3000\n",
    "4000\n",
    "There is no artifact 7. There are: 0, 1.",
    "There is no artifact x. There are: 0, 1.",
  ]);
});

test("P-APP-64: a handler of the event bus that throws does not keep the others from hearing", () => {
  const bus = createEventBus();
  const heard: unknown[] = [];
  bus.on("news", () => {
    throw new Error("deaf");
  });
  const off = bus.on("news", (data) => heard.push(data));
  bus.emit("news", 1);
  off();
  bus.emit("news", 2);
  expect(heard).toEqual([1]);
});

test("a subscriber that throws neither stops the run nor the others, until it is taken away", async () => {
  const reported: unknown[] = [];
  const onListenerError = (error: unknown) => reported.push(error);
  await using setup = await sessionFor([fauxAssistantMessage("ok"), fauxAssistantMessage("ok")], { onListenerError });
  const { session, events } = setup;
  const unsubscribe = session.subscribe(() => {
    throw new Error("no");
  });
  await session.prompt("go");
  expect([session.getLastAssistantText(), events.at(-1)?.type]).toEqual(["ok", "agent_settled"]);
  unsubscribe();
  const count = reported.length;
  await session.prompt("go");
  expect(reported.length).toBe(count);
});
