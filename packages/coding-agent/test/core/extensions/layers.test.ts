import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fauxAssistantMessage, fauxToolCall } from "@tau/ai";
import { Type } from "typebox";
import { expect, test } from "vitest";
import { manifest as calc } from "../../../../extensions/calc/manifest.ts";
import {
  type ExtensionAPI,
  type ExtensionManifest,
  type InlineExtension,
  lazyExtension,
} from "../../../src/core/extensions/index.ts";
import { runnerOf, sessionWith } from "./session-with.ts";

function tool(name: string, text: string): Parameters<ExtensionAPI["registerTool"]>[0] {
  return {
    name,
    label: name,
    description: `${name} that answers ${text}`,
    parameters: Type.Object({}),
    execute: async () => ({ content: [{ type: "text", text }], details: {} }),
  };
}

/** Registers in its first load and not in later ones. */
function onlyAtFirst(register: (pi: ExtensionAPI) => void): InlineExtension {
  let loads = 0;
  return (pi) => {
    loads += 1;
    if (loads === 1) register(pi);
  };
}

test("a built-in tool that an extension had covered is back after a reload without it", async () => {
  const answers = [
    fauxAssistantMessage(fauxToolCall("bash", {}), { stopReason: "toolUse" }),
    fauxAssistantMessage("own"),
    fauxAssistantMessage(fauxToolCall("bash", { command: "echo built-in" }), { stopReason: "toolUse" }),
    fauxAssistantMessage("built-in"),
  ];
  await using setup = await sessionWith([onlyAtFirst((pi) => pi.registerTool(tool("bash", "covered")))], { answers });
  const { session } = setup;
  const before = session.tools.activeNames();
  await session.prompt("first");
  await session.extensions?.reload();
  expect(session.tools.activeNames()).toEqual(before);
  await session.prompt("second");
  const results = session.messages.filter(({ role }) => role === "toolResult");
  expect(results).toMatchObject([
    { isError: false, content: [{ text: "covered" }] },
    { isError: false, content: [{ text: expect.stringContaining("built-in") }] },
  ]);
});

test("a tool that an extension alone had, or had switched on, is off after a reload without it", async () => {
  const register = (pi: ExtensionAPI) => {
    pi.registerTool(tool("own", "own"));
    pi.registerTool(tool("grep", "covered"));
  };
  await using setup = await sessionWith([onlyAtFirst(register)]);
  const { tools } = setup.session;
  expect(tools.activeNames()).toEqual(expect.arrayContaining(["own", "grep"]));
  await setup.session.extensions?.reload();
  expect([tools.get("own"), tools.activeNames().includes("grep")]).toEqual([undefined, false]);
  expect(tools.get("grep")?.tool.description).not.toContain("covered");
});

test("what extensions bring as resources is gone after a reload without them, and is there once after one with them", async () => {
  let isOn = true;
  await using setup = await sessionWith([
    (pi) => {
      if (isOn) pi.on("resources_discover", (_event, ctx) => ({ promptPaths: [join(ctx.cwd, "brought")] }));
    },
  ]);
  const { resources } = setup.services;
  mkdirSync(join(setup.cwd, "brought"));
  writeFileSync(join(setup.cwd, "brought/hello.md"), "Say hello.");
  const found = () => [resources.getPrompts().prompts.map(({ name }) => name), resources.getPrompts().diagnostics];
  await setup.session.extensions?.reload();
  await setup.session.extensions?.reload();
  expect(found()).toEqual([["hello"], []]);
  isOn = false;
  await setup.session.extensions?.reload();
  expect(found()).toEqual([[], []]);
});

test("the resources of a session's extensions end with the session", async () => {
  await using setup = await sessionWith([
    (pi) => pi.on("resources_discover", (_event, ctx) => ({ promptPaths: [join(ctx.cwd, "brought")] })),
  ]);
  mkdirSync(join(setup.cwd, "brought"));
  writeFileSync(join(setup.cwd, "brought/hello.md"), "Say hello.");
  await setup.session.extensions?.reload();
  await setup.session.dispose();
  expect(setup.services.resources.getPrompts().prompts).toEqual([]);
});

test("of a battery the names that another extension registers are covered, and nothing else", async () => {
  const battery: ExtensionManifest = {
    name: "battery",
    description: "Two of each",
    tools: ["one", "two"].map((name) => ({ name, label: name, description: name, parameters: { type: "object" } })),
    commands: { one: {}, two: {} },
    flags: { one: { type: "boolean", default: false }, two: { type: "boolean", default: true } },
    events: ["agent_start"],
    load: async () => ({
      default: (pi) => {
        for (const name of ["one", "two"]) {
          pi.registerTool(tool(name, "battery"));
          pi.registerCommand(name, { handler: () => void ran.push(`battery ${name}`) });
        }
        pi.on("agent_start", () => void ran.push("agent_start"));
      },
    }),
  };
  const ran: string[] = [];
  const own = (pi: ExtensionAPI) => {
    pi.registerTool(tool("one", "own"));
    pi.registerCommand("one", { handler: () => void ran.push("own one") });
    pi.registerFlag("one", { type: "string", default: "own" });
  };
  const call = (name: string) => fauxAssistantMessage(fauxToolCall(name, {}), { stopReason: "toolUse" });
  const answers = [call("one"), call("two"), fauxAssistantMessage("done")];
  await using setup = await sessionWith([lazyExtension(battery), own], { answers });
  const { session } = setup;
  await session.prompt("/one");
  await session.prompt("/two");
  await session.prompt("go");
  const results = session.messages.filter(({ role }) => role === "toolResult");
  expect(results).toMatchObject([{ content: [{ text: "own" }] }, { content: [{ text: "battery" }] }]);
  expect(ran).toEqual(["own one", "battery two", "agent_start"]);
  expect(runnerOf(session).getFlags().get("one")?.type).toBe("string");
  expect(runnerOf(session).getFlagValues()).toEqual(
    new Map<string, boolean | string>([
      ["one", "own"],
      ["two", true],
    ]),
  );
  expect(setup.errors).toEqual([]);
});

test("a battery whose only tool is covered by an extension stays, and its code is not loaded", async () => {
  let loads = 0;
  const load = () => {
    loads += 1;
    return calc.load();
  };
  await using setup = await sessionWith([
    lazyExtension({ ...calc, load }),
    (pi) => pi.registerTool(tool("calc", "own")),
  ]);
  expect(setup.session.tools.get("calc")?.tool.description).toBe("calc that answers own");
  expect(runnerOf(setup.session).getExtensionPaths()).toEqual(["builtin:calc", "<inline:2>"]);
  expect([loads, setup.errors]).toEqual([0, []]);
});
