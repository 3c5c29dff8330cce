import { type FauxResponseStep, fauxAssistantMessage, fauxToolCall } from "@tau/ai";
import { Type } from "typebox";
import { expect, test } from "vitest";
import { contextUsage } from "../../../../src/core/session/log/session-stats.ts";
import { type SessionOptions, type SessionSetup, sessionFor } from "../session-for.ts";

const said = (text: string) => fauxAssistantMessage(text);
const failed = () => fauxAssistantMessage("", { stopReason: "error", errorMessage: "no answer today" });
const LONG = "long ".repeat(30_000);
const settings = { compaction: { keepRecentTokens: 1, thresholdTokens: 30_000 }, retry: { enabled: false } };

const start = (answers: FauxResponseStep[], options: SessionOptions = {}) =>
  sessionFor(answers, { contextWindow: 200_000, settings, ...options });

/** The events that tell what happened, in their order. */
const told = ({ events }: SessionSetup) =>
  events.flatMap(({ type }) => (/^(agent_start|agent_settled|compaction_.*)$/.test(type) ? [type] : []));

/** Stops the run while the model answers. */
const stoppedBy =
  (setup: () => SessionSetup): FauxResponseStep =>
  () => {
    void setup().session.abort();
    return said("too late");
  };

const RUN = ["agent_start", "agent_settled"];
const COMPACTION = ["compaction_start", "compaction_end"];

test("P-COMP-6, P-COMP-10: after a failed answer the last usage before it counts, and nothing is asked again", async () => {
  await using setup = await start([said("one"), failed(), said("a summary"), said("never asked")]);
  await setup.session.prompt("first");
  await setup.session.prompt(LONG);
  expect(told(setup)).toEqual([...RUN, "agent_start", ...COMPACTION, "agent_settled"]);
  expect(setup.events.filter(({ type }) => type === "compaction_end")).toMatchObject([
    { reason: "threshold", willRetry: false, result: { summary: expect.stringContaining("a summary") } },
  ]);
});

test("a failed answer ends the run: what is to follow a compaction does not follow this one", async () => {
  const continues = { ...settings, compaction: { ...settings.compaction, autoContinue: true } };
  await using setup = await start([said("one"), failed(), said("a summary"), said("never asked")], {
    settings: continues,
  });
  await setup.session.prompt("first");
  await setup.session.prompt(LONG);
  expect(told(setup)).toEqual([...RUN, "agent_start", ...COMPACTION, "agent_settled"]);
});

test("P-COMP-7: a failed answer without any usage before it triggers nothing", async () => {
  await using setup = await start([failed(), said("never asked")]);
  await setup.session.prompt(LONG);
  expect(told(setup)).toEqual(RUN);
});

test("a run that was stopped makes no room; the next prompt does, before it is sent", async () => {
  await using setup: SessionSetup = await start([
    said("one"),
    stoppedBy(() => setup),
    said("a summary"),
    said("two"),
    said("a summary of the long prompt, which was kept"),
  ]);
  await setup.session.prompt("first");
  await setup.session.prompt(LONG);
  expect(told(setup)).toEqual([...RUN, ...RUN]);
  await setup.session.prompt("third");
  expect(told(setup).slice(0, 7)).toEqual([...RUN, ...RUN, ...COMPACTION, "agent_start"]);
  expect(setup.session.messages.map(({ role }) => role).slice(0, 1)).toEqual(["compactionSummary"]);
  expect(setup.session.getLastAssistantText()).toBe("two");
});

test("so does the prompt after a run that was stopped during a tool call", async () => {
  const stop = {
    name: "stop",
    label: "Stop",
    description: "Stops the run",
    parameters: Type.Object({}),
    execute: async () => {
      void setup.session.abort();
      return { content: [{ type: "text" as const, text: "stopped" }], details: undefined };
    },
  };
  const call = fauxAssistantMessage(fauxToolCall("stop", {}, { id: "1" }), { stopReason: "toolUse" });
  await using setup: SessionSetup = await start(
    [said("one"), call, said("a summary"), said("a summary"), said("two")],
    {
      customTools: [stop],
    },
  );
  await setup.session.prompt("first");
  await setup.session.prompt(LONG);
  await setup.session.prompt("third");
  expect(told(setup).slice(0, 7)).toEqual([...RUN, ...RUN, ...COMPACTION, "agent_start"]);
});

test("P-COMP-8, P-COMP-9: after a compaction neither an older answer nor one that was stopped tells the size", async () => {
  await using setup = await start([said("one")]);
  await setup.session.prompt("first");
  const answer = setup.session.messages.findLast(({ role }) => role === "assistant");
  if (answer?.role !== "assistant") throw new Error("There is no answer.");
  const summary = { role: "compactionSummary", summary: "", tokensBefore: 0, timestamp: answer.timestamp + 1 } as const;
  const stopped = { ...answer, stopReason: "aborted", timestamp: answer.timestamp + 2 } as const;
  expect(contextUsage([summary, answer, stopped], setup.session.model)?.tokens).toBeNull();
});

test.for(["onEvent", "onCompacted"] as const)(
  "P-COMP-36: where %s fails behind a compaction, its end is told once",
  async (hook) => {
    const broken = () => Promise.reject(new TypeError("a fault of the program"));
    const hooks =
      hook === "onCompacted"
        ? { onCompacted: broken }
        : { onEvent: ({ type }: { type: string }) => (type === "compaction_end" ? broken() : undefined) };
    const seen: string[] = [];
    await using setup = await start([said("one"), said("a summary"), said("a summary")], {
      hooks: {
        ...hooks,
        onEvent: (event) => {
          if (event.type === "compaction_end") seen.push(event.type);
          return hooks.onEvent?.(event);
        },
      },
    });
    await setup.session.prompt("first");
    await expect(setup.session.compaction.compact()).rejects.toThrow("a fault of the program");
    expect(seen).toEqual(["compaction_end"]);
  },
);

test("a fault of the program in an automatic compaction is thrown; a summary that fails is told alone", async () => {
  const beforeCompact = async () => {
    if (faults-- > 0) throw new TypeError("a fault of the program");
    return undefined;
  };
  let faults = 1;
  await using setup = await start([said("one"), said("two"), said("three"), failed(), failed()], {
    hooks: { beforeCompact },
  });
  await setup.session.prompt("first");
  await expect(setup.session.prompt(LONG)).rejects.toThrow("a fault of the program");
  await setup.session.prompt("third");
  expect(setup.events.filter(({ type }) => type === "compaction_end")).toMatchObject([
    { errorMessage: "a fault of the program" },
    { errorMessage: expect.stringContaining("no answer today") },
  ]);
  expect(setup.events.at(-1)?.type).toBe("agent_settled");
});
