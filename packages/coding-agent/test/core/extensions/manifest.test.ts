import { fauxAssistantMessage, fauxToolCall } from "@tau/ai";
import { expect, test } from "vitest";
import { manifest as calc } from "../../../../extensions/calc/manifest.ts";
import { manifest as titles } from "../../../../extensions/titles/manifest.ts";
import { type ExtensionManifest, lazyExtension } from "../../../src/core/extensions/index.ts";
import { runnerOf, sessionWith } from "./session-with.ts";

function counted(manifest: ExtensionManifest) {
  const loads = { count: 0 };
  const load = () => {
    loads.count += 1;
    return manifest.load();
  };
  return { loads, extension: lazyExtension({ ...manifest, load }) };
}

test("R318 the tool of a manifest is offered without its code, which the first call loads", async () => {
  const { loads, extension } = counted(calc);
  const calculations = [{ expression: "2 ** 10", prefix: "= ", suffix: " bytes" }, { expression: "1 / 4" }];
  await using setup = await sessionWith([extension], {
    answers: [
      fauxAssistantMessage(fauxToolCall("calc", { calculations }), { stopReason: "toolUse" }),
      fauxAssistantMessage(fauxToolCall("calc", { calculations: [{ expression: "1" }, { expression: "1/0" }] }), {
        stopReason: "toolUse",
      }),
      fauxAssistantMessage("done"),
    ],
  });
  expect(setup.session.tools.activeNames()).toContain("calc");
  expect(runnerOf(setup.session).getAllRegisteredTools()[0]?.sourceInfo).toMatchObject({
    path: "builtin:calc",
    source: "builtin",
  });
  expect(loads.count).toBe(0);
  await setup.session.prompt("calculate");
  expect(loads.count).toBe(1);
  const results = setup.session.messages.filter(({ role }) => role === "toolResult");
  expect(results).toMatchObject([
    {
      isError: false,
      content: [{ type: "text", text: "= 1024 bytes\n0.25" }],
      details: {
        results: [
          { expression: "2 ** 10", value: 1024, output: "= 1024 bytes" },
          { expression: "1 / 4", value: 0.25, output: "0.25" },
        ],
      },
    },
    { isError: true, content: [{ text: expect.stringContaining("1/0 has no finite value") }] },
  ]);
});

test("a battery that is not used loads no code", async () => {
  const { loads, extension } = counted(calc);
  await using unused = await sessionWith([extension], { answers: [fauxAssistantMessage("ok")] });
  await unused.session.prompt("hello");
  expect(loads.count).toBe(0);
});

test("commands, flags and events of a manifest lead to its code", async () => {
  const log: string[] = [];
  const extension = lazyExtension({
    name: "all",
    description: "All kinds",
    commands: { hello: { description: "Says hello" } },
    flags: { loud: { type: "boolean", default: false } },
    events: ["agent_start"],
    wants: (_event, ctx) => ctx.mode === "print",
    load: async () => {
      log.push("load");
      return {
        default: (pi) => {
          pi.registerCommand("hello", {
            handler: async (args) => void log.push(`hello ${args} ${pi.getFlag("loud")}`),
          });
          pi.on("agent_start", () => void log.push("start"));
          pi.on("agent_settled", () => void log.push("settled"));
        },
      };
    },
  });
  await using setup = await sessionWith([extension], {
    answers: [fauxAssistantMessage("ok")],
    flags: new Map([["--loud", true as const]]),
  });
  expect(log).toEqual([]);
  await setup.session.prompt("/hello you");
  await setup.session.prompt("go");
  expect(log).toEqual(["load", "hello you true", "start", "settled"]);
});

test("titles: the first prompt names the session, by a small model, unless somebody has", async () => {
  const { loads, extension } = counted(titles);
  const named = (session: { subscribe(listener: (event: { type: string }) => void): unknown }) =>
    new Promise<void>((resolve) => session.subscribe(({ type }) => type === "session_info_changed" && resolve()));
  const answers = [
    ({ systemPrompt = "" }) =>
      fauxAssistantMessage(systemPrompt.includes("You name conversations") ? '"Greeting the agent"' : "hi"),
    ({ systemPrompt = "" }) =>
      fauxAssistantMessage(systemPrompt.includes("You name conversations") ? '"Greeting the agent"' : "hi"),
    fauxAssistantMessage("again"),
  ] satisfies NonNullable<Parameters<typeof sessionWith>[1]>["answers"];
  await using setup = await sessionWith([extension], { answers, bindings: { mode: "tui" } });
  const done = named(setup.session);
  await setup.session.prompt("hello");
  await done;
  expect(setup.session.log.getSessionName()).toBe("Greeting the agent");
  await setup.session.prompt("more");
  expect(setup.faux.state.callCount).toBe(3);
  expect(loads.count).toBe(1);
});

test("R125, R173, R305 no title where an input handler named the session, in a mode without a list, or where it is switched off", async () => {
  const { loads, extension } = counted(titles);
  const ok = () => [fauxAssistantMessage("ok")];
  await using handled = await sessionWith([(pi) => pi.on("input", () => pi.setSessionName("Mine")), extension], {
    answers: ok(),
    bindings: { mode: "tui" },
  });
  await handled.session.prompt("hello");
  expect(handled.session.log.getSessionName()).toBe("Mine");
  await using print = await sessionWith([extension], { answers: ok() });
  await print.session.prompt("hello");
  await using rpc = await sessionWith([extension], { answers: ok(), bindings: { mode: "rpc" } });
  await rpc.session.prompt("hello");
  const before = process.env.PI_NO_TITLE;
  process.env.PI_NO_TITLE = "1";
  try {
    await using off = await sessionWith([extension], { answers: ok(), bindings: { mode: "tui" } });
    await off.session.prompt("hello");
    expect(off.session.log.getSessionName()).toBeUndefined();
  } finally {
    if (before === undefined) delete process.env.PI_NO_TITLE;
    else process.env.PI_NO_TITLE = before;
  }
  expect(loads.count).toBe(0);
});
