import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SessionLog } from "@tau/agent";
import {
  type Context,
  type FauxResponseStep,
  fauxAssistantMessage,
  fauxToolCall,
  foldSystemMessages,
  registerFauxProvider,
} from "@tau/ai";
import { expect, test } from "vitest";
import { manifest as calc } from "../../../../../extensions/calc/manifest.ts";
import { manifest as toolSearch } from "../../../../../extensions/tool-search/manifest.ts";
import { type ExtensionManifest, type InlineExtension, lazyExtension } from "../../../../src/core/extensions/index.ts";
import { SessionExtensions } from "../../../../src/core/extensions/session/session-extensions.ts";
import { type CreateSessionOptions, createSession } from "../../../../src/core/session/create-session.ts";
import type { Settings } from "../../../../src/core/settings/index.ts";
import { batterySetOf } from "../../extensions/battery-set-of.ts";
import { isolatedServices, sessionWith } from "../../extensions/session-with.ts";

interface Setup extends CreateSessionOptions {
  readonly manifests?: readonly ExtensionManifest[];
  readonly answers?: FauxResponseStep[];
  readonly tools?: string[];
  readonly set?: Partial<Settings>;
}

/** A session with sleeping batteries: arithmetic that must be found, and what finds it. */
async function withBatteries({
  manifests = [calc, toolSearch],
  answers = [],
  set = {},
  cwd = mkdtempSync(join(tmpdir(), "tau-loadout-")),
  ...options
}: Setup = {}) {
  const faux = registerFauxProvider({ models: [{ id: "one" }] });
  const requests: Context[] = [];
  faux.setResponses(
    answers.map((answer) => (context, ...rest) => {
      requests.push(
        JSON.parse(JSON.stringify({ messages: context.messages, tools: declarations(context) })) as Context,
      );
      return typeof answer === "function" ? answer(context, ...rest) : answer;
    }),
  );
  const services = await isolatedServices(cwd);
  services.settings.applyOverrides(set);
  services.models.registerProvider("faux", { apiKey: "none", models: faux.models });
  const extensions = new SessionExtensions(services, batterySetOf(services, manifests));
  const log = SessionLog.inMemory(cwd);
  const { session } = await createSession({ services, log, model: faux.getModel(), extensions, ...options });
  await extensions.start(() => ({ mode: "print" }));
  return {
    session,
    requests,
    /** What the model could call, request by request. */
    declared: () => requests.map((request) => foldSystemMessages(request).tools.map(({ name }) => name)),
    async [Symbol.asyncDispose]() {
      await session.dispose();
      faux.unregister();
      rmSync(cwd, { recursive: true, force: true });
    },
  };
}

const declarations = ({ tools = [] }: Context) =>
  tools.map(({ name, description, parameters }) => ({ name, description, parameters }));

const search = (query: string) =>
  fauxAssistantMessage(fauxToolCall("tool_search", { query }), { stopReason: "toolUse" });
const calculate = fauxAssistantMessage(fauxToolCall("calc", { calculations: [{ expression: "6 * 7" }] }), {
  stopReason: "toolUse",
});
const DIRECT = ["read", "bash", "edit", "write", "tool_search"];

test("R337: a tool that a search returned is called in the same run, and stays for the runs after it", async () => {
  const answers = [search("arithmetic"), calculate, fauxAssistantMessage("42"), fauxAssistantMessage("still here")];
  await using setup = await withBatteries({ answers });
  const { session } = setup;
  const prompt = session.systemPrompt;
  await session.prompt("calculate");
  await session.prompt("again");
  expect(setup.declared()).toEqual([DIRECT, [...DIRECT, "calc"], [...DIRECT, "calc"], [...DIRECT, "calc"]]);
  const results = session.messages.filter(({ role }) => role === "toolResult");
  expect(results).toMatchObject([
    {
      toolName: "tool_search",
      isError: false,
      content: [{ text: '{"query":"arithmetic","activated_tools":["calc"],"match_count":1,"total_tools":1}' }],
    },
    { toolName: "calc", isError: false, content: [{ text: "42" }] },
  ]);
  expect(session.systemPrompt).toBe(prompt);
});

test("the declaration stands behind the results of its batch; the list of the request stays as it was", async () => {
  const twice = fauxAssistantMessage(
    [fauxToolCall("tool_search", { query: "arithmetic" }), fauxToolCall("tool_search", { query: "calculates" })],
    { stopReason: "toolUse" },
  );
  await using setup = await withBatteries({ answers: [twice, calculate, fauxAssistantMessage("42")] });
  await setup.session.prompt("calculate");
  const [first, second, third] = setup.requests;
  expect(second?.tools).toEqual(first?.tools);
  expect(third?.tools).toEqual(first?.tools);
  const roles = (context: Context | undefined) => context?.messages.map(({ role }) => role);
  expect(roles(second)).toEqual(["user", "assistant", "toolResult", "toolResult", "system"]);
  expect(roles(third)).toEqual([...(roles(second) ?? []), "assistant", "toolResult"]);
  expect(second?.messages.at(-1)).toMatchObject({ toolsAdded: [{ name: "calc" }] });
});

test("the prompt names what can be found, and a search that finds nothing new changes nothing", async () => {
  const answers = [search("telescope"), search("arithmetic"), search("arithmetic"), fauxAssistantMessage("done")];
  await using setup = await withBatteries({ answers });
  expect(setup.session.systemPrompt).toContain("tool_search: find and load more tools (calc)");
  await setup.session.prompt("look");
  expect(setup.declared().map((names) => names.includes("calc"))).toEqual([false, false, true, true]);
  const texts = setup.session.messages.flatMap((message) => (message.role === "toolResult" ? message.details : []));
  expect(texts).toMatchObject([
    { activated_tools: [], match_count: 0 },
    { activated_tools: ["calc"], match_count: 1 },
    { activated_tools: [], match_count: 0, total_tools: 1 },
  ]);
  const entries = setup.session.log.getEntries().filter(({ type }) => type === "custom");
  expect(entries).toMatchObject([{ customType: "found-tools", data: { found: [{ names: ["calc"] }] } }]);
});

test("what a condition hides until the host is awake can be found, and leaves the prompt as it was", async () => {
  const { tools = [] } = calc;
  const later = {
    ...calc,
    name: "later",
    when: { file: "sums.txt" },
    tools: tools.map((tool) => ({ ...tool, name: "sums" })),
  };
  const answers = [search("arithmetic"), fauxAssistantMessage("found")];
  const cwd = mkdtempSync(join(tmpdir(), "tau-loadout-"));
  writeFileSync(join(cwd, "sums.txt"), "");
  await using setup = await withBatteries({ cwd, manifests: [calc, later, toolSearch], answers });
  const prompt = setup.session.systemPrompt;
  expect(prompt).toContain("(calc)");
  await setup.session.prompt("look");
  expect(setup.declared()).toEqual([DIRECT, [...DIRECT, "calc", "sums"]]);
  expect(setup.session.systemPrompt).toBe(prompt);
});

test("R335: a query that says nothing is an error that the model reads", async () => {
  await using setup = await withBatteries({ answers: [search("?!"), fauxAssistantMessage("sorry")] });
  await setup.session.prompt("look");
  const result = setup.session.messages.find(({ role }) => role === "toolResult");
  expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("no letters or digits") }] });
});

test("what was found is there after a resume, and after a compaction that has dropped the search", async () => {
  const answers = [search("arithmetic"), calculate, fauxAssistantMessage("42")];
  await using before = await withBatteries({ answers });
  await before.session.prompt("calculate");
  const { log } = before.session;
  await using resumed = await withBatteries({ log, answers: [fauxAssistantMessage("hi")] });
  await resumed.session.prompt("hello");
  expect(resumed.declared()).toEqual([[...DIRECT, "calc"]]);
  expect(resumed.requests[0]?.messages.filter(({ role }) => role === "system")).toHaveLength(1);
  const kept = log.getLeafId();
  log.appendCompaction("They calculated.", kept, 1000);
  await using compacted = await withBatteries({ log, answers: [calculate, fauxAssistantMessage("42")] });
  await compacted.session.prompt("once more");
  expect(compacted.declared()).toEqual([
    [...DIRECT, "calc"],
    [...DIRECT, "calc"],
  ]);
  expect(compacted.requests[0]?.messages.some(({ role }) => role === "system")).toBe(false);
  expect(compacted.session.messages.at(-2)).toMatchObject({ toolName: "calc", isError: false });
});

test("what was found belongs to its branch", async () => {
  const answers = [
    fauxAssistantMessage("hi"),
    search("arithmetic"),
    fauxAssistantMessage("found"),
    fauxAssistantMessage("a"),
  ];
  await using setup = await withBatteries({ answers });
  const { session } = setup;
  await session.prompt("hello");
  const early = session.log.getLeafId() ?? "";
  await session.prompt("look");
  const late = session.log.getLeafId() ?? "";
  expect(session.tools.activeNames()).toContain("calc");
  await session.branches.navigate(early);
  expect(session.tools.activeNames()).not.toContain("calc");
  await session.branches.navigate(late);
  expect(session.tools.activeNames()).toContain("calc");
});

test("an entry that another program has damaged is passed over", async () => {
  for (const data of [undefined, "calc", { found: "calc" }, { found: [null, { names: [1] }, { names: "calc" }] }]) {
    const log = SessionLog.inMemory("/");
    log.appendMessage({ role: "user", content: "hello", timestamp: 1 });
    log.appendCustomEntry("found-tools", data);
    await using setup = await withBatteries({ log });
    expect(setup.session.tools.activeNames()).toEqual(DIRECT);
  }
});

test("R338: in mode all the model knows what is essential, and finds the rest, built-in tools included", async () => {
  const custom = {
    name: "dice",
    label: "Dice",
    description: "Rolls a die",
    parameters: { type: "object", properties: {} },
    execute: async () => ({ content: [], details: {} }),
  };
  const answers = [search("creates files write"), search("die"), fauxAssistantMessage("done")];
  const set = { tools: { discoveryMode: "all" as const } };
  await using setup = await withBatteries({ answers, customTools: [custom as never], set });
  await setup.session.prompt("go");
  const start = ["read", "bash", "edit", "tool_search"];
  expect(setup.declared()).toEqual([start, [...start, "write"], [...start, "write", "dice"]]);
  await using other = await withBatteries({ set: { tools: { discoveryMode: "all", essential: ["bash", "calc"] } } });
  expect(other.session.tools.activeNames()).toEqual(["bash", "tool_search", "calc"]);
});

test("in mode off, and where there is no search, every tool is declared and none is findable", async () => {
  await using off = await withBatteries({ set: { tools: { discoveryMode: "off" } } });
  expect(off.session.tools.activeNames()).toEqual(["read", "bash", "edit", "write", "calc"]);
  await using alone = await withBatteries({ manifests: [calc] });
  expect(alone.session.tools.activeNames()).toEqual(["read", "bash", "edit", "write", "calc"]);
  await using excluded = await withBatteries({ excludeTools: ["tool_search"] });
  expect(excluded.session.tools.activeNames()).toEqual(["read", "bash", "edit", "write", "calc"]);
  for (const { session } of [off, alone, excluded]) expect(session.tools.findableNames()).toEqual([]);
});

test("in mode mcp-only a battery's tools are declared, those of servers are found", async () => {
  const [tool] = calc.tools ?? [];
  if (!tool) throw new Error("calc has no tool.");
  const server = { ...calc, name: "server", tools: [{ ...tool, name: "mcp__sums__add" }] };
  await using setup = await withBatteries({
    manifests: [calc, server, toolSearch],
    set: { tools: { discoveryMode: "mcp-only" } },
  });
  const { tools } = setup.session;
  expect([tools.activeNames(), tools.findableNames()]).toEqual([
    ["read", "bash", "edit", "write", "tool_search", "calc"],
    ["mcp__sums__add"],
  ]);
  expect(setup.session.systemPrompt).not.toContain("mcp__sums__add");
});

test("a tool that the user names is declared from the first request on, though only its name is known before", async () => {
  await using named = await withBatteries({
    tools: ["calc"],
    answers: [calculate, fauxAssistantMessage("42")],
  });
  await named.session.prompt("calculate");
  expect(named.declared()).toEqual([["calc"], ["calc"]]);
  await using off = await withBatteries({ set: { tools: { discoveryMode: "off" } } });
  expect(off.session.tools.activeNames()).toEqual(["read", "bash", "edit", "write", "calc"]);
  await using asleep = await withBatteries();
  expect(asleep.session.extensions?.host).toBeUndefined();
  expect(asleep.session.systemPrompt).toContain("(calc)");
});

test("--tools declares what it names or matches; what the user took out cannot be found", async () => {
  const states = async (options: Setup) => {
    await using setup = await withBatteries(options);
    const { tools } = setup.session;
    return [tools.activeNames().join(" "), tools.findableNames().join(" ")];
  };
  expect(await states({ tools: ["read", "cal*"] })).toEqual(["read calc", ""]);
  expect(await states({ tools: ["read", "tool_search"] })).toEqual(["read tool_search", ""]);
  expect(await states({ tools: ["+calc"] })).toEqual(["read bash edit write tool_search calc", ""]);
  expect(await states({ tools: ["-calc"] })).toEqual(["read bash edit write tool_search", ""]);
  expect(await states({ excludeTools: ["calc"] })).toEqual(["read bash edit write tool_search", ""]);
  expect(await states({ noTools: "all" })).toEqual(["", ""]);
});

test("a tool that another extension brings is declared, unless it asks to be found", async () => {
  const bring = (name: string, more: object) => ({
    name,
    label: name,
    description: name,
    parameters: { type: "object", properties: {} } as never,
    execute: async () => ({ content: [], details: {} }),
    ...more,
  });
  const other: InlineExtension = (pi) => {
    pi.registerTool(bring("plain", {}));
    pi.registerTool(bring("hidden", { exposure: "hidden" }));
    pi.registerTool(bring("inactive", { defaultActive: false }));
    pi.registerTool(bring("deferred", { exposure: "deferred" }));
    pi.registerTool(bring("found", { loadout: "found" }));
  };
  const states = async (...inline: InlineExtension[]) => {
    await using setup = await sessionWith(inline);
    const { tools } = setup.session;
    return [tools.activeNames().slice(4).join(" "), tools.findableNames().join(" ")];
  };
  expect(await states(other, lazyExtension(toolSearch))).toEqual(["plain tool_search", "deferred found"]);
  // Without a search nothing is out of reach that its author wants to be offered.
  expect(await states(other)).toEqual(["plain found", ""]);
});
