import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLog, openLog } from "@tau/agent/node";
import { fauxAssistantMessage, fauxToolCall } from "@tau/ai";
import { describe, expect, test } from "vitest";
import type { ExtensionAPI, ModelRouteRequest } from "../../../src/core/extensions/index.ts";
import { countingLog } from "./counting-log.ts";
import { sessionWith } from "./session-with.ts";

const answer = (text: string) => fauxAssistantMessage(text);
const call = () => fauxAssistantMessage(fauxToolCall("bash", { command: "true" }), { stopReason: "toolUse" });
const failed = () => fauxAssistantMessage("", { stopReason: "error", errorMessage: "overloaded" });

type Route = (request: ModelRouteRequest<{ phase: number }>, pick: (id: string) => never) => unknown;

/** `router/auto` sends requests where `route` says; what it was asked is kept. */
function routing(route: Route = (_request, pick) => ({ model: pick("two"), thinkingLevel: "off" })) {
  const asked: ModelRouteRequest<{ phase: number }>[] = [];
  const extension = (pi: ExtensionAPI) =>
    pi.registerVirtualModel<{ phase: number }>({
      provider: "router",
      id: "auto",
      name: "Auto",
      thinkingLevels: ["low", "high"],
      route: (request, ctx) => {
        asked.push(request);
        return route(request, (id) => ctx.modelRegistry.find("faux", id) as never) as never;
      },
    });
  return { asked, extension };
}

async function choose(setup: Awaited<ReturnType<typeof sessionWith>>) {
  const model = setup.services.models.find("router", "auto");
  if (!model) throw new Error("router/auto is not listed");
  await setup.session.choice.setModel(model, "set", { keepDefault: true });
  return model;
}

describe("a virtual model", () => {
  test("is listed and usable like any other, with the levels it offers", async () => {
    const { extension } = routing();
    await using setup = await sessionWith([extension]);
    const { models } = setup.services;
    expect(models.getAvailable().some(({ provider, id }) => `${provider}/${id}` === "router/auto")).toBe(true);
    await choose(setup);
    expect(setup.session.choice.availableLevels()).toEqual(["low", "high"]);
  });

  test("is what the session chose; answers name who gave them", async () => {
    const { asked, extension } = routing((_request, pick) => ({ model: pick("one"), thinkingLevel: "high" }));
    await using setup = await sessionWith([extension], { answers: [answer("ok")] });
    await choose(setup);
    setup.session.choice.setThinkingLevel("low", { keepDefault: true });
    await setup.session.prompt("go");
    expect(setup.session.model.id).toBe("auto");
    expect(setup.session.messages.at(-1)).toMatchObject({ provider: "faux", model: "one", thinkingLevel: "high" });
    expect(asked).toMatchObject([{ reason: "user", thinkingLevel: "low", model: { id: "auto" } }]);
  });

  test("tells the router why a request is made, who answered, and who failed", async () => {
    const { asked, extension } = routing();
    await using setup = await sessionWith([extension], { answers: [call(), failed(), answer("ok"), answer("again")] });
    setup.services.settings.set("retry", { enabled: true, maxRetries: 1, baseDelayMs: 1 } as never);
    await choose(setup);
    await setup.session.prompt("go");
    await setup.session.prompt("more");
    const two = { model: { id: "two" } };
    expect(asked.map(({ reason }) => reason)).toEqual(["user", "continuation", "retry", "user"]);
    expect(asked[0]).not.toHaveProperty("previous");
    expect(asked[1]).toMatchObject({ previous: two });
    expect(asked[2]).toMatchObject({ failed: { ...two, message: { errorMessage: "overloaded" } } });
    expect(asked[3]).toMatchObject({ previous: two });
    expect(asked[3]).not.toHaveProperty("failed");
  });

  test("a request outside of a run is a direct one", async () => {
    const { asked, extension } = routing();
    await using setup = await sessionWith([extension], { answers: [answer("directly")] });
    const model = await choose(setup);
    const messages = [{ role: "user" as const, content: "hi", timestamp: 1 }];
    const message = await setup.services.models.streamSimple(model, { messages }).result();
    expect(message).toMatchObject({ model: "two", content: [{ text: "directly" }] });
    expect(asked).toMatchObject([{ reason: "direct", messages }]);
  });

  test("keeps the router's state on the branch", async () => {
    const { asked, extension } = routing(({ state = { phase: 0 } }, pick) => ({
      model: pick("two"),
      thinkingLevel: "off",
      state: state.phase < 2 ? { phase: state.phase + 1 } : state,
    }));
    await using setup = await sessionWith([extension], {
      answers: [answer("a"), answer("b"), answer("c"), answer("d"), answer("e")],
    });
    await choose(setup);
    for (const prompt of ["1", "2", "3", "4"]) await setup.session.prompt(prompt);
    expect(asked.map(({ state }) => state?.phase)).toEqual([undefined, 1, 2, 2]);
    const log = setup.session.log;
    const kept = log
      .getEntries()
      .filter((entry) => entry.type === "custom" && entry.customType === "pi.virtual-model-state");
    expect(kept).toMatchObject([{ data: { state: { phase: 1 } } }, { data: { state: { phase: 2 } } }]);
    const second = log.getEntries().filter((entry) => entry.type === "message" && entry.message.role === "user")[1];
    await setup.session.branches.navigate(second?.id ?? "");
    await setup.session.prompt("elsewhere");
    expect(asked.at(-1)?.state).toEqual({ phase: 1 });
  });

  test("reads the entries that came since the last request, not the whole branch", async () => {
    const { extension } = routing(({ state = { phase: 1 } }, pick) => ({
      model: pick("two"),
      thinkingLevel: "off",
      state,
    }));
    const { log, reads } = countingLog(".");
    await using setup = await sessionWith([extension], {
      answers: Array.from({ length: 30 }, (_, index) => answer(`${index}`)),
      log,
    });
    await choose(setup);
    const perPrompt: number[] = [];
    for (let prompt = 0; prompt < 30; prompt++) {
      reads.count = 0;
      await setup.session.prompt(`${prompt}`);
      perPrompt.push(reads.count);
    }
    expect(Math.max(...perPrompt.slice(2))).toBeLessThan(10);
  });

  test.each([
    ["no model", () => ({})],
    ["a virtual one", ({ model }: ModelRouteRequest) => ({ model, thinkingLevel: "off" })],
    [
      "one without a key",
      ({ model }: ModelRouteRequest) => ({
        model: { ...model, api: "openai-completions", provider: "openai" },
        thinkingLevel: "off",
      }),
    ],
    [
      "nothing: it throws",
      () => {
        throw new Error("no idea");
      },
    ],
  ])("a router that chooses %s ends the request with an error", async (_name, route) => {
    const { extension } = routing(route as Route);
    await using setup = await sessionWith([extension], { answers: [answer("never")] });
    setup.services.settings.set("retry", { enabled: false } as never);
    await choose(setup);
    await setup.session.prompt("go");
    expect(setup.session.lastFailure()?.errorMessage).toMatch(/router\/auto|no idea/);
    expect(setup.faux.state.callCount).toBe(0);
  });

  test("counts the window of the model that answered", async () => {
    const { extension } = routing();
    await using setup = await sessionWith([extension], { answers: [answer("ok")] });
    await choose(setup);
    expect(setup.session.limits.contextWindow).toBe(0);
    await setup.session.prompt("go");
    expect(setup.session.limits.id).toBe("two");
  });

  test("needs an id of its own, and is gone with its extension", async () => {
    await using setup = await sessionWith([
      (pi) => pi.registerVirtualModel({ provider: "faux", id: "one", name: "Taken", route: () => ({}) as never }),
      (pi) => {
        pi.registerVirtualModel({ provider: "faux", id: "auto", name: "Auto", route: () => ({}) as never });
        pi.registerVirtualModel({ provider: "faux", id: "gone", name: "Gone", route: () => ({}) as never });
        pi.unregisterVirtualModel("faux", "gone");
      },
    ]);
    const { models } = setup.services;
    expect(setup.errors).toMatchObject([{ extensionPath: "<inline:1>", error: expect.stringContaining("another id") }]);
    expect(models.find("faux", "auto")?.name).toBe("Auto");
    expect(models.find("faux", "gone")).toBeUndefined();
    expect(models.find("faux", "one")?.name).not.toBe("Taken");
    await setup.extensions.shutdown({ reason: "quit" });
    expect(models.find("faux", "auto")).toBeUndefined();
  });
});

test("a resumed session goes on with the virtual model it chose, or with who answered where that is gone", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tau-virtual-"));
  try {
    const { extension } = routing();
    const log = createLog(folder, folder);
    const file = log.getSessionFile() ?? "";
    {
      await using setup = await sessionWith([extension], { answers: [answer("ok")], log });
      await choose(setup);
      await setup.session.prompt("go");
    }
    const open = async (extensions: ((pi: ExtensionAPI) => void)[]) => {
      await using setup = await sessionWith(extensions, {
        log: openLog(file, folder),
        model: undefined,
      });
      return `${setup.session.model.provider}/${setup.session.model.id}`;
    };
    expect(await open([extension])).toBe("router/auto");
    expect(await open([() => undefined])).toBe("faux/two");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
