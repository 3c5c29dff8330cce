import { fauxAssistantMessage, fauxToolCall } from "@tau/ai";
import { describe, expect, test } from "vitest";
import type { SessionBeforeTreeResult, SessionTreeEvent, ToolResultEvent } from "../../../src/core/extensions/index.ts";
import { type SessionWithExtensions, sessionWith } from "./session-with.ts";

const answer = (text: string) => fauxAssistantMessage(text);

/** Two prompts, and the id of the first one's answer. */
async function twoTurns(result: SessionBeforeTreeResult, summaries: string[] = []) {
  const moves: SessionTreeEvent[] = [];
  const prompts: string[] = [];
  const setup = await sessionWith(
    [
      (pi) => {
        pi.on("session_before_tree", () => result);
        pi.on("session_tree", (event) => void moves.push(event));
      },
    ],
    {
      answers: [
        answer("one"),
        answer("two"),
        ...summaries.map((text) => ({ messages }: { messages: readonly { content: unknown }[] }) => {
          prompts.push(JSON.stringify(messages));
          return answer(text);
        }),
      ],
    },
  );
  await setup.session.prompt("first");
  await setup.session.prompt("second");
  const target = setup.session.log.getBranch().find((entry) => isAnswer(entry, "one"));
  return { setup, moves, prompts, targetId: target?.id ?? "" };
}

function isAnswer(entry: ReturnType<SessionWithExtensions["session"]["log"]["getEntries"]>[number], text: string) {
  return entry.type === "message" && JSON.stringify(entry.message).includes(`"text":"${text}"`);
}

describe("session_before_tree", () => {
  test("cancels the move", async () => {
    const { setup, targetId, moves } = await twoTurns({ cancel: true });
    await using _ = setup;
    const leaf = setup.session.log.getLeafId();
    expect(await setup.session.branches.navigate(targetId, { summarize: true })).toEqual({ cancelled: true });
    expect(setup.session.log.getLeafId()).toBe(leaf);
    expect(moves).toEqual([]);
  });

  test("brings the summary where one is wanted, with what it cost", async () => {
    const usage = {
      input: 1,
      output: 2,
      cacheRead: 0,
      cacheWrite: 0,
      totalTokens: 3,
      cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 1 },
    };
    const { setup, targetId, moves } = await twoTurns({ summary: { summary: "mine", details: { by: "me" }, usage } });
    await using _ = setup;
    const { summaryEntry } = await setup.session.branches.navigate(targetId, { summarize: true });
    expect(summaryEntry).toMatchObject({ summary: "mine", details: { by: "me" }, usage, fromHook: true });
    expect(moves).toMatchObject([{ fromExtension: true, summaryEntry: { summary: "mine" } }]);
  });

  test("does not bring one where none is wanted", async () => {
    const { setup, targetId, moves } = await twoTurns({ summary: { summary: "mine" } });
    await using _ = setup;
    expect(await setup.session.branches.navigate(targetId)).toEqual({ cancelled: false });
    expect(setup.session.log.getLeafId()).toBe(targetId);
    expect(moves).toMatchObject([{ fromExtension: false, newLeafId: targetId }]);
  });

  test("says how the summary is made, and what the place is called", async () => {
    const { setup, targetId, prompts } = await twoTurns(
      { customInstructions: "Only nouns.", replaceInstructions: true, label: "there" },
      ["made"],
    );
    await using _ = setup;
    const { summaryEntry } = await setup.session.branches.navigate(targetId, { summarize: true, label: "here" });
    expect(summaryEntry?.summary).toContain("made");
    expect(prompts[0]).toContain("Only nouns.");
    expect(setup.session.log.getLabel(summaryEntry?.id ?? "")).toBe("there");
  });
});

test("the tree cannot be walked while a run goes on", async () => {
  const refused: unknown[] = [];
  await using setup = await sessionWith(
    [
      (pi) => {
        pi.on("turn_start", async (_event, ctx) => {
          const [first] = ctx.sessionManager.getEntries();
          await setup.session.branches.navigate(first?.id ?? "").catch((error: unknown) => refused.push(error));
        });
      },
    ],
    { answers: [answer("ok")] },
  );
  await setup.session.prompt("go");
  expect(refused).toMatchObject([{ code: "busy" }]);
});

test("a tool result that is replaced at its end is replaced for the model, for subscribers and in the log", async () => {
  const replaced = {
    content: [{ type: "text" as const, text: "nothing to see" }],
    details: { hidden: true },
    isError: true,
  };
  const shown: unknown[] = [];
  await using setup = await sessionWith(
    [
      (pi) =>
        pi.on("message_end", ({ message }) =>
          message.role === "toolResult" ? { message: { ...message, ...replaced } } : undefined,
        ),
    ],
    {
      answers: [
        fauxAssistantMessage([fauxToolCall("bash", { command: "true" }), fauxToolCall("bash", { command: "true" })], {
          stopReason: "toolUse",
        }),
        ({ messages }) => {
          shown.push(...messages.filter(({ role }) => role === "toolResult"));
          return answer("ok");
        },
      ],
    },
  );
  const told: unknown[] = [];
  setup.session.subscribe(
    (event) => event.type === "message_end" && event.message.role === "toolResult" && told.push(event.message),
  );
  const log = setup.session.log;
  await setup.session.prompt("go");
  expect(shown).toMatchObject([replaced, replaced]);
  expect(told).toMatchObject([replaced, replaced]);
  // As a later start reads it.
  const resumed = log.buildSessionContext().messages.filter(({ role }) => role === "toolResult");
  expect(resumed).toMatchObject([replaced, replaced]);
  // What the tool did was on disk before anybody could change it, and stays there.
  const written = log
    .getEntries()
    .flatMap((entry) => (entry.type === "message" && entry.message.role === "toolResult" ? [entry.message] : []));
  expect(written).toMatchObject([{ isError: false }, { isError: false }] satisfies Partial<ToolResultEvent>[]);
});
