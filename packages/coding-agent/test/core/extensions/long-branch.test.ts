import { fauxAssistantMessage, fauxToolCall } from "@tau/ai";
import { Type } from "typebox";
import { expect, test } from "vitest";
import type { ExtensionAPI, TurnEndEvent } from "../../../src/core/extensions/index.ts";
import { countingLog } from "./counting-log.ts";
import { sessionWith } from "./session-with.ts";

const calling = () => fauxAssistantMessage(fauxToolCall("noop", {}), { stopReason: "toolUse" });

function noop(pi: ExtensionAPI): void {
  pi.registerTool({
    name: "noop",
    label: "Noop",
    description: "Does nothing",
    parameters: Type.Object({}),
    execute: async () => ({ content: [{ type: "text", text: "ok" }], details: {} }),
  });
}

/** The reads of the first and of the last of many turns, in a session that grows with each. */
async function readsPerTurn(extension: (pi: ExtensionAPI) => void, turns = 40): Promise<number[]> {
  const { log, reads } = countingLog(".");
  const perTurn: number[] = [];
  const counting = (pi: ExtensionAPI) => {
    noop(pi);
    extension(pi);
    pi.on("turn_start", () => {
      perTurn.push(reads.count);
      reads.count = 0;
    });
  };
  const answers = [...Array.from({ length: turns }, calling), fauxAssistantMessage("done")];
  await using setup = await sessionWith([counting], { answers, log });
  await setup.session.prompt("go");
  return perTurn.slice(2);
}

test("a handler of turn_end costs what the turn has added, not what the branch holds", async () => {
  const events: TurnEndEvent[] = [];
  const reads = await readsPerTurn((pi) => pi.on("turn_end", (event) => void events.push(event)));
  expect(Math.max(...reads)).toBeLessThan(10);
  expect(new Set(reads).size).toBe(1);
  expect(events.every(({ messageEntryId }) => messageEntryId !== "")).toBe(true);
  expect(events.slice(0, -1).every(({ toolResultEntryIds }) => toolResultEntryIds.join() !== "")).toBe(true);
});

test("what the model would see at the end of a turn is worked out for the handler that asks", async () => {
  const seen: [number, boolean][] = [];
  const reads = await readsPerTurn(
    (pi) =>
      pi.on("turn_end", ({ context: { contextMessages, llmMessages, canContinue } }) => {
        seen.push([contextMessages.length - llmMessages.length, canContinue]);
      }),
    3,
  );
  expect(reads.length).toBeGreaterThan(0);
  expect(seen).toEqual([
    [0, true],
    [0, true],
    [0, true],
    [0, false],
  ]);
});

test("the state of a virtual model is looked for in the entries that are new", async () => {
  const states: unknown[] = [];
  const reads = await readsPerTurn((pi) => {
    let count = 0;
    pi.registerVirtualModel<number>({
      provider: "faux",
      id: "auto",
      name: "Auto",
      route: ({ state }, ctx) => {
        states.push(state);
        count += 1;
        const model = ctx.modelRegistry.find("faux", "one");
        if (!model) throw new Error("no model");
        return { model, thinkingLevel: "off", state: count <= 2 ? count : (state ?? 0) };
      },
    });
    pi.on("session_start", async (_event, ctx) => {
      const auto = ctx.modelRegistry.find("faux", "auto");
      if (auto) await pi.setModel(auto);
    });
  });
  expect(states.slice(0, 4)).toEqual([undefined, 1, 2, 2]);
  expect(Math.max(...reads)).toBeLessThan(12);
});
