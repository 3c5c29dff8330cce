import { type FauxResponseStep, fauxAssistantMessage } from "@tau/ai";
import { expect, test } from "vitest";
import { eventually, type SessionSetup, sessionFor } from "../session-for.ts";

const SHORT = { compaction: { keepRecentTokens: 1 }, retry: { enabled: false } };
const NEARLY_FULL = { compaction: { keepRecentTokens: 1, reserveTokens: 1000 }, retry: { enabled: false } };
const said = (text: string) => fauxAssistantMessage(text);

/** A summary that waits until the test lets it come, and what comes of it. A turn that is split takes two. */
function gatedSummary(outcome: "written" | "failed" = "written") {
  const opened = Promise.withResolvers<void>();
  const summary: FauxResponseStep = async (_context, options) => {
    options?.signal?.addEventListener("abort", () => opened.resolve());
    await opened.promise;
    if (options?.signal?.aborted) return fauxAssistantMessage("", { stopReason: "aborted" });
    return outcome === "written"
      ? said("A summary")
      : fauxAssistantMessage("", { stopReason: "error", errorMessage: "no summary today" });
  };
  return { summary, open: opened.resolve };
}

/** Resolves when the model was asked so often: a summary is being written then. */
async function asked({ faux }: SessionSetup, requests: number): Promise<void> {
  while (faux.state.callCount < requests) await new Promise(setImmediate);
}

const userTexts = ({ session }: SessionSetup) =>
  session.messages.flatMap((message) => (message.role === "user" ? [JSON.stringify(message.content)] : []));

const settledTimes = (setup: SessionSetup, count: number) =>
  eventually(setup.session, () => setup.events.filter(({ type }) => type === "agent_settled").length === count);

/** Begins a compaction, says two things while it runs, ends it, and waits for the run that follows. */
async function talkThrough(end: "written" | "failed" | "cancelled") {
  const { summary, open } = gatedSummary(end === "failed" ? "failed" : "written");
  const setup = await sessionFor([said("one"), said("two"), summary, summary, said("three"), said("four")], {
    settings: SHORT,
  });
  const { session, events } = setup;
  await session.prompt("first");
  await session.prompt("second");
  const compacted = session.compaction.compact().then(
    () => "written",
    () => "not written",
  );
  await asked(setup, 4);
  const dispositions: string[] = [];
  const preflightResult = (how: string) => void dispositions.push(how);
  await session.prompt("meanwhile", { streamingBehavior: "steer", preflightResult });
  await session.prompt("and this", { preflightResult });
  const before = { requests: setup.faux.state.callCount, waiting: session.queue.length };
  if (end === "cancelled") session.compaction.abort();
  else open();
  const outcome = await compacted;
  await settledTimes(setup, 3);
  return { setup, dispositions, before, outcome, types: events.map(({ type }) => type) };
}

test.each([
  ["written", "written"],
  ["failed", "not written"],
  ["cancelled", "not written"],
] as const)("P-COMP-42: prompts sent while a compaction runs are delivered after it: %s", async (end, expected) => {
  const { setup, dispositions, before, outcome, types } = await talkThrough(end);
  await using _ = setup;
  expect([outcome, dispositions, before]).toEqual([expected, ["queued", "queued"], { requests: 4, waiting: 2 }]);
  const [meanwhile, andThis] = userTexts(setup).slice(-2);
  expect([meanwhile, andThis]).toEqual([expect.stringContaining("meanwhile"), expect.stringContaining("and this")]);
  expect([setup.session.queue.length, setup.session.getLastAssistantText()]).toEqual([0, "four"]);
  expect(types.lastIndexOf("agent_start")).toBeGreaterThan(types.indexOf("compaction_end"));
});

test.each(["written", "failed", "cancelled"] as const)(
  "P-COMP-42: so are those sent while the window is made free after an answer: %s",
  async (end) => {
    const { summary, open } = gatedSummary(end === "failed" ? "failed" : "written");
    const answers = [said("one"), said("two"), summary, summary, said("three")];
    await using setup = await sessionFor(answers, { settings: NEARLY_FULL, contextWindow: 8000 });
    const { session } = setup;
    await session.prompt("first");
    const run = session.prompt("many words ".repeat(2600));
    await asked(setup, 4);
    setup.services.settings.applyOverrides({ compaction: { enabled: false } });
    await session.followUp("meanwhile");
    if (end === "cancelled") session.compaction.abort();
    else open();
    await run;
    expect([userTexts(setup).at(-1), session.queue.length]).toEqual([expect.stringContaining("meanwhile"), 0]);
  },
);

test("a prompt behind a compaction that has nothing to do begins the conversation", async () => {
  await using setup = await sessionFor([said("hello")], { settings: SHORT });
  const { session } = setup;
  const compacted = session.compaction.compact().catch((error: Error) => error.message);
  await session.prompt("hi");
  expect(await compacted).toMatch(/nothing to compact/i);
  await eventually(session, () => session.getLastAssistantText() === "hello" && session.isIdle);
});

test("a compaction that is asked for stops the run; a second one is refused", async () => {
  const never = Promise.withResolvers<void>();
  const hanging: FauxResponseStep = async (_context, options) => {
    options?.signal?.addEventListener("abort", () => never.resolve());
    await never.promise;
    return said("too late");
  };
  const { summary, open } = gatedSummary();
  await using setup = await sessionFor([said("one"), hanging, summary, summary], { settings: SHORT });
  const { session } = setup;
  await session.prompt("first");
  const run = session.prompt("second");
  await asked(setup, 2);
  const compacted = session.compaction.compact();
  await run;
  await eventually(session, () => session.compaction.isRunning);
  await expect(session.compaction.compact()).rejects.toMatchObject({ code: "busy" });
  open();
  expect(await compacted).toMatchObject({ summary: expect.stringContaining("A summary") });
});

test("a session that is left in the middle of a compaction does not go on", async () => {
  const { summary } = gatedSummary();
  await using setup = await sessionFor([said("one"), said("two"), summary, summary, said("never")], {
    settings: SHORT,
  });
  const { session } = setup;
  await session.prompt("first");
  await session.prompt("second");
  const compacted = session.compaction.compact().catch(() => "stopped");
  await asked(setup, 4);
  await session.prompt("meanwhile");
  await setup.runtime.newSession();
  expect(await compacted).toBe("stopped");
  await new Promise(setImmediate);
  expect(setup.faux.getPendingResponseCount()).toBe(1);
});
