import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { SessionLog } from "@tau/agent";
import { type FauxResponseStep, fauxAssistantMessage, fauxToolCall, registerFauxProvider } from "@tau/ai";
import { expect, test } from "vitest";
import { manifest as calc } from "../../../../extensions/calc/manifest.ts";
import { describeExtensions } from "../../../src/core/extensions/batteries/describe-extensions.ts";
import type { ExtensionManifest } from "../../../src/core/extensions/index.ts";
import { SessionExtensions } from "../../../src/core/extensions/session/session-extensions.ts";
import { type CreateSessionOptions, createSession } from "../../../src/core/session/create-session.ts";
import { batterySetOf } from "./battery-set-of.ts";
import { isolatedServices } from "./session-with.ts";

async function dormant(
  manifests: ExtensionManifest[],
  answers: FauxResponseStep[],
  { isStarted = true, ...options }: CreateSessionOptions & { isStarted?: boolean } = {},
) {
  const cwd = mkdtempSync(join(tmpdir(), "tau-dormant-"));
  const faux = registerFauxProvider({ models: [{ id: "one" }] });
  faux.setResponses(answers);
  const services = await isolatedServices(cwd);
  services.models.registerProvider("faux", { apiKey: "none", models: faux.models });
  const extensions = new SessionExtensions(services, batterySetOf(services, manifests));
  const { session } = await createSession({
    services,
    log: SessionLog.inMemory(cwd),
    model: faux.getModel(),
    extensions,
    ...options,
  });
  if (isStarted) await extensions.start(() => ({ mode: "print" }));
  return {
    cwd,
    session,
    extensions,
    async [Symbol.asyncDispose]() {
      await session.dispose();
      faux.unregister();
      rmSync(cwd, { recursive: true, force: true });
    },
  };
}

/** A manifest that tells when its code is loaded, and what of it is called. */
function watched(parts: Partial<ExtensionManifest>) {
  const log: string[] = [];
  const manifest: ExtensionManifest = {
    name: "watched",
    description: "Tells what happens",
    ...parts,
    load: async () => {
      log.push("load");
      return {
        default: (pi) => {
          for (const event of [...(parts.events ?? []), ...(parts.lateEvents ?? [])])
            pi.on(event, (({ type }: { type: string }) => void log.push(type)) as never);
          pi.registerCommand("hello", { handler: async (args) => void log.push(`hello ${args}`) });
        },
      };
    },
  };
  return { log, manifest };
}

/** As if every request declared it. */
const direct: ExtensionManifest = {
  ...calc,
  tools: (calc.tools ?? []).map((tool) => ({ ...tool, loadout: "direct" })),
};

test("the tool of a manifest is offered while the host sleeps, and its first call wakes it", async () => {
  const calculations = [{ expression: "6 * 7" }];
  await using setup = await dormant(
    [direct],
    [
      fauxAssistantMessage("no need"),
      fauxAssistantMessage(fauxToolCall("calc", { calculations }), { stopReason: "toolUse" }),
      fauxAssistantMessage("42"),
    ],
  );
  const { session } = setup;
  const prompt = session.systemPrompt;
  expect(session.tools.activeNames()).toContain("calc");
  await session.prompt("hello");
  expect(session.extensions?.host).toBeUndefined();
  await session.prompt("calculate");
  expect(session.extensions?.host?.extensions.map(({ path }) => path)).toEqual(["builtin:calc"]);
  expect(session.messages.find(({ role }) => role === "toolResult")).toMatchObject({
    isError: false,
    content: [{ text: "42" }],
  });
  expect(session.tools.activeNames().filter((name) => name === "calc")).toHaveLength(1);
  expect(session.systemPrompt).toBe(prompt);
});

test("the user's choice of tools holds for a tool that sleeps", async () => {
  await using only = await dormant([calc], [], { tools: ["read"] });
  expect(only.session.tools.activeNames()).toEqual(["read"]);
  await using without = await dormant([calc], [], { excludeTools: ["calc"] });
  expect(without.session.tools.activeNames()).not.toContain("calc");
  await using named = await dormant(
    [{ ...calc, tools: calc.tools?.map((tool) => ({ ...tool, defaultActive: false })) ?? [] }],
    [],
    {
      tools: ["calc"],
    },
  );
  expect(named.session.tools.activeNames()).toEqual(["calc"]);
});

test("an event that a manifest names wakes the host in time for that event; others do not", async () => {
  const { log, manifest } = watched({ events: ["turn_end", "session_shutdown"] });
  await using setup = await dormant([manifest], [fauxAssistantMessage("ok")]);
  expect(setup.session.extensions?.host).toBeUndefined();
  await setup.session.prompt("go");
  await setup.session.dispose();
  expect(log).toEqual(["load", "turn_end", "session_shutdown"]);
});

test("who listens for the start of a session is awake from the start", async () => {
  const { log, manifest } = watched({ events: ["session_start"] });
  await using setup = await dormant([manifest], []);
  expect(log).toEqual(["load", "session_start"]);
  expect(setup.session.extensions?.host).toBeDefined();
});

test("a late event wakes no host, and is heard as soon as something else does", async () => {
  const { log, manifest } = watched({ lateEvents: ["session_start"], commands: { hello: {} } });
  await using setup = await dormant([manifest], []);
  expect(log).toEqual([]);
  expect(setup.session.extensions?.host).toBeUndefined();
  await setup.session.prompt("/hello you");
  expect(log).toEqual(["load", "session_start", "hello you"]);
});

test("events under a condition wake nothing until the condition holds, without a reload", async () => {
  const { log, manifest } = watched({
    events: ["before_agent_start"],
    eventsWhen: { agents: true },
    commands: { hello: {} },
  });
  const answers = ["one", "two", "three"].map((text) => fauxAssistantMessage(text));
  await using setup = await dormant([manifest], answers);
  await setup.session.prompt("first");
  expect(setup.session.extensions?.host).toBeUndefined();
  await setup.session.extensions?.wake();
  await setup.session.prompt("second");
  expect(log).toEqual([]);
  mkdirSync(join(setup.cwd, ".claude/agents"), { recursive: true });
  await setup.session.prompt("third");
  expect(log).toEqual(["load", "before_agent_start"]);
});

test("a command of a manifest wakes the host, and reaches no model", async () => {
  const { log, manifest } = watched({ commands: { hello: {} } });
  await using setup = await dormant([manifest], [fauxAssistantMessage("text")]);
  await setup.session.prompt("/helloo you");
  expect(log).toEqual([]);
  await setup.session.prompt("/hello you");
  expect(log).toEqual(["load", "hello you"]);
  expect(setup.session.messages).toHaveLength(2);
});

test("extensions that never woke are not told of the end, and sleep on in the next session", async () => {
  const { log, manifest } = watched({ events: ["session_shutdown"] });
  await using setup = await dormant([manifest], []);
  await setup.extensions.shutdown({ reason: "quit" });
  expect(log).toEqual([]);
  expect((await setup.extensions.reopen()).host).toBeUndefined();
});

test("extensions that are woken before or while they are started hear of their session once", async () => {
  const before = watched({ events: ["session_start"] });
  await using woken = await dormant([before.manifest], [], { isStarted: false });
  await woken.extensions.wake();
  expect(before.log).toEqual([]);
  await woken.extensions.start({ mode: "print" });
  expect(before.log).toEqual(["load", "session_start"]);

  const meanwhile = watched({ events: ["session_start"] });
  await using waking = await dormant([meanwhile.manifest], [], { isStarted: false });
  await Promise.all([waking.extensions.wake(), waking.extensions.start({ mode: "print" })]);
  expect(meanwhile.log).toEqual(["load", "session_start"]);
});

test("whether a command may be for an extension is known while they sleep, and the same when they are awake", async () => {
  const { manifest } = watched({ commands: { hello: {} } });
  await using setup = await dormant([manifest], []);
  const { extensions } = setup;
  const asleep = [extensions.mayTake("hello"), extensions.mayTake("hell")];
  await extensions.wake();
  expect([asleep, [extensions.mayTake("hello"), extensions.mayTake("hell")]]).toEqual([
    [true, false],
    [true, false],
  ]);
  await using reader = await dormant([watched({ events: ["input"] }).manifest], []);
  expect(reader.extensions.mayTake("anything")).toBe(true);
});

test("a tool that sleeps keeps what its manifest says of its arguments and its results", async () => {
  const parameters = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };
  const outputSchema = { type: "object", properties: { said: { type: "string" } } };
  const constrainedSampling = { type: "json_schema", strict: "prefer" } as const;
  const manifest: ExtensionManifest = {
    name: "said",
    description: "Repeats",
    tools: [
      {
        name: "say",
        label: "Say",
        description: "Repeats a text",
        parameters,
        outputSchema: outputSchema as never,
        constrainedSampling,
        prepareArguments: (args) => ({ text: (args as { words?: string }).words }) as never,
      },
    ],
    load: async () => ({
      default: (pi) => {
        pi.registerTool({
          name: "say",
          label: "Say",
          description: "Repeats a text",
          parameters: parameters as never,
          execute: async (_id, params) => {
            const { text } = params as { text: string };
            return { content: [{ type: "text", text }], details: {} };
          },
        });
      },
    }),
  };
  const call = fauxAssistantMessage(fauxToolCall("say", { words: "hello" }), { stopReason: "toolUse" });
  await using setup = await dormant([manifest], [call, fauxAssistantMessage("done")]);
  const { session } = setup;
  expect(session.tools.get("say")?.tool).toMatchObject({ outputSchema, constrainedSampling });
  await session.prompt("go");
  expect(session.messages.find(({ role }) => role === "toolResult")).toMatchObject({
    isError: false,
    content: [{ text: "hello" }],
  });
  expect(session.tools.get("say")?.tool).toMatchObject({ outputSchema, constrainedSampling });
});

test("an extension that listens for the choice of a model is woken where the model was restored", async () => {
  const { log, manifest } = watched({ events: ["model_select"] });
  const resumed = SessionLog.inMemory(".");
  resumed.appendModelChange("faux", "one");
  await using setup = await dormant([manifest], [], { log: resumed, model: undefined });
  expect([log, setup.session.extensions?.host?.extensions.length]).toEqual([["load", "model_select"], 1]);
});

test("extensions that could not be woken are woken by the next event, and hear of their session once", async () => {
  const { log, manifest } = watched({ events: ["agent_start", "session_start"] });
  await using setup = await dormant([manifest], [fauxAssistantMessage("ok")], { isStarted: false });
  let tries = 0;
  const bindings = () => {
    tries += 1;
    if (tries === 1) throw new Error("no screen yet");
    return { mode: "print" as const };
  };
  await expect(setup.extensions.start(bindings)).rejects.toThrow("no screen yet");
  await setup.extensions.wake();
  await setup.session.prompt("go");
  expect(log).toEqual(["load", "session_start", "agent_start"]);
  expect(setup.session.extensions?.host?.extensions).toHaveLength(1);
});

test("in a folder with extensions of its own those that sleep wake up beside them", async () => {
  await using setup = await dormant([calc], []);
  const cwd = mkdtempSync(join(tmpdir(), "tau-dormant-"));
  mkdirSync(join(cwd, "extensions"));
  writeFileSync(join(cwd, "extensions/own.ts"), "export default () => {};");
  const services = await isolatedServices(cwd);
  const { host } = await setup.extensions.reopen(services);
  rmSync(cwd, { recursive: true });
  expect(host?.extensions.map(({ path }) => basename(path))).toEqual(["own.ts", "builtin:calc"]);
});

test("a battery whose code cannot be loaded is off from then on, and /extensions says why", async () => {
  const broken: ExtensionManifest = { ...direct, load: () => Promise.reject(new Error("no such library")) };
  const { manifest } = watched({ commands: { hello: {} } });
  const call = fauxAssistantMessage(fauxToolCall("calc", { calculations: [{ expression: "1" }] }), {
    stopReason: "toolUse",
  });
  await using setup = await dormant([broken, manifest], [call, fauxAssistantMessage("ok")]);
  await setup.session.prompt("go");
  const described = await describeExtensions(setup.session);
  expect(described.map(({ name, whyOff }) => [name, whyOff])).toEqual([
    ["calc", "no such library"],
    ["watched", undefined],
  ]);
});

test("a URL of a sleeping battery is read by it, and described to the policy; until then nothing is loaded", async () => {
  const log: string[] = [];
  const manifest: ExtensionManifest = {
    name: "web",
    description: "Reads the web",
    schemes: ["https"],
    load: async () => {
      log.push("load");
      const read = ({ href }: { href: string }) => ({ text: `text of ${href}` });
      return { default: (pi) => void pi.urls.register({ scheme: "https", read }) };
    },
  };
  const read = (path: string) => fauxAssistantMessage([fauxToolCall("read", { path })], { stopReason: "toolUse" });
  const url = "https://example.com/a.csv";
  const answers = [read(url), read(`${url}:1-1`), fauxAssistantMessage("done")];
  await using made = await dormant([manifest], answers);
  expect([log, made.extensions.host]).toEqual([[], undefined]);
  await made.session.prompt("go");
  const results = made.session.messages.flatMap((message) => (message.role === "toolResult" ? message.content : []));
  expect(results).toEqual([
    { type: "text", text: `text of ${url}` },
    { type: "text", text: `text of ${url}` },
  ]);
  expect(log).toEqual(["load"]);
});
