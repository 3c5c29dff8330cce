import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { SessionLog } from "@tau/agent";
import { type FauxResponseStep, fauxAssistantMessage, fauxToolCall, registerFauxProvider } from "@tau/ai";
import { expect, test } from "vitest";
import { manifest as calc } from "../../../../extensions/calc/manifest.ts";
import type { ExtensionManifest } from "../../../src/core/extensions/index.ts";
import { DormantExtensions } from "../../../src/core/extensions/session/dormant-extensions.ts";
import { createAgentSession } from "../../../src/core/session/create-agent-session.ts";
import { isolatedServices } from "./session-with.ts";

async function dormant(
  manifests: ExtensionManifest[],
  answers: FauxResponseStep[],
  { isStarted = true, ...options }: { tools?: string[]; excludeTools?: string[]; isStarted?: boolean } = {},
) {
  const cwd = mkdtempSync(join(tmpdir(), "tau-dormant-"));
  const faux = registerFauxProvider({ models: [{ id: "one" }] });
  faux.setResponses(answers);
  const services = await isolatedServices(cwd);
  services.models.registerProvider("faux", { apiKey: "none", models: faux.models });
  const extensions = new DormantExtensions(manifests, services);
  const { session } = await createAgentSession({
    services,
    log: SessionLog.inMemory(cwd),
    model: faux.getModel(),
    extensions,
    ...options,
  });
  if (isStarted) await extensions.start(() => ({ mode: "print" }));
  return {
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
          for (const event of parts.events ?? [])
            pi.on(event, (({ type }: { type: string }) => void log.push(type)) as never);
          pi.registerCommand("hello", { handler: async (args) => void log.push(`hello ${args}`) });
        },
      };
    },
  };
  return { log, manifest };
}

test("the tool of a manifest is offered while the host sleeps, and its first call wakes it", async () => {
  const calculations = [{ expression: "6 * 7" }];
  await using setup = await dormant(
    [calc],
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
  expect(session.extensions).toBeUndefined();
  await session.prompt("calculate");
  expect(session.extensions?.extensions.map(({ path }) => path)).toEqual(["builtin:calc"]);
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
  expect(setup.session.extensions).toBeUndefined();
  await setup.session.prompt("go");
  await setup.session.dispose();
  expect(log).toEqual(["load", "turn_end", "session_shutdown"]);
});

test("who listens for the start of a session is awake from the start", async () => {
  const { log, manifest } = watched({ events: ["session_start"] });
  await using setup = await dormant([manifest], []);
  expect(log).toEqual(["load", "session_start"]);
  expect(setup.session.extensions).toBeDefined();
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
  expect(await setup.extensions.reopen()).toBeInstanceOf(DormantExtensions);
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
