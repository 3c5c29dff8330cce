import { startModelServer } from "@tau/testkit";
import { expect, test } from "vitest";
import type { ExtensionAPI } from "../../../src/core/extensions/index.ts";
import { sessionWith } from "./session-with.ts";

test("the stages of a request: headers, payload, response and the provider's own events", async () => {
  await using server = await startModelServer({ script: { text: ["Hel", "lo"] } });
  const stages: string[] = [];
  const raw: unknown[] = [];
  const watch = (pi: ExtensionAPI) => {
    pi.on("before_provider_headers", ({ headers }) => {
      stages.push("headers");
      headers["x-seen"] = "yes";
    });
    pi.on("before_provider_request", ({ payload }) => {
      stages.push("request");
      return { ...(payload as object), user: "somebody" };
    });
    pi.on("after_provider_response", ({ status }) => void stages.push(`response ${status}`));
    pi.on("provider_stream_event", async ({ provider, api, model, data }) => {
      await Promise.resolve();
      raw.push({ provider, api, model, data });
    });
    pi.on("provider_stream_event", () => {
      throw new Error("a broken listener");
    });
  };
  await using setup = await sessionWith([
    watch,
    (pi) =>
      pi.registerProvider("local", {
        baseUrl: `${server.url}/v1`,
        apiKey: "k",
        api: "openai-completions",
        models: [{ id: "m", name: "M" }],
      }),
  ]);
  const model = setup.services.models.find("local", "m");
  if (model) await setup.session.choice.setModel(model, "set", { keepDefault: true });
  await setup.session.prompt("go");
  expect(setup.session.getLastAssistantText()).toBe("Hello");
  expect(stages).toEqual(["headers", "request", "response 200"]);
  expect(server.requests[0]?.headers["x-seen"]).toBe("yes");
  expect(server.requests[0]?.body).toMatchObject({ user: "somebody" });
  expect(JSON.stringify(raw)).toContain('"content":"Hel"');
  expect(raw[0]).toMatchObject({ provider: "local", api: "openai-completions", model: "m" });
  expect(new Set(setup.errors.map(({ event, error }) => `${event}: ${error}`))).toEqual(
    new Set(["provider_stream_event: a broken listener"]),
  );
});

test("the last handler that says what to do about a prompt cache has its way", async () => {
  const seen: unknown[] = [];
  await using setup = await sessionWith([
    (pi) => pi.on("cache_warming_decision", () => ({ action: "stop" })),
    (pi) =>
      pi.on("cache_warming_decision", (event) => {
        seen.push(event);
        return { action: "warm" };
      }),
    (pi) => pi.on("cache_warming_decision", () => undefined),
    (pi) =>
      pi.on("cache_warming_decision", () => {
        throw new Error("no opinion");
      }),
  ]);
  const decision = { warmCost: 1, missCost: 2, continuationProbability: 0.5, action: "stop" as const };
  expect(await setup.extensions.hooks.onCacheWarming?.(decision)).toBe("warm");
  expect(seen).toEqual([{ type: "cache_warming_decision", ...decision }]);
  expect(setup.errors).toMatchObject([{ event: "cache_warming_decision", error: "no opinion" }]);
});
