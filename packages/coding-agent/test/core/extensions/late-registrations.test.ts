import { fauxAssistantMessage, fauxToolCall } from "@tau/ai";
import { Type } from "typebox";
import { expect, test } from "vitest";
import {
  type ExtensionAPI,
  type ExtensionManifest,
  lazyExtension,
  type ToolManifest,
} from "../../../src/core/extensions/index.ts";
import { runnerOf, sessionWith } from "./session-with.ts";

const opener: ToolManifest = {
  name: "opener",
  label: "Opener",
  description: "Opens more",
  parameters: { type: "object", properties: {} },
};

function battery(body: (pi: ExtensionAPI) => void, parts: Partial<ExtensionManifest> = {}): ExtensionManifest {
  return {
    name: "late",
    description: "Registers more than its manifest says",
    tools: [opener],
    ...parts,
    load: async () => ({
      default: (pi) => {
        pi.registerTool(answering("opener", "opened"));
        body(pi);
      },
    }),
  };
}

function answering(name: string, text: string): Parameters<ExtensionAPI["registerTool"]>[0] {
  return {
    name,
    label: name,
    description: `Answers ${text}`,
    parameters: Type.Object({}),
    execute: async () => ({ content: [{ type: "text", text }], details: {} }),
  };
}

const calling = (name: string) => fauxAssistantMessage(fauxToolCall(name, {}), { stopReason: "toolUse" });

test("what a battery registers beyond its manifest reaches the session in the same run", async () => {
  const offered: string[][] = [];
  const seen =
    (answer: ReturnType<typeof calling>) =>
    ({ tools = [] }: { tools?: readonly { name: string }[] }) => {
      offered.push(tools.map(({ name }) => name).filter((name) => name === "opener" || name === "found"));
      return answer;
    };
  const late = battery((pi) => {
    pi.registerTool(answering("found", "found it"));
    pi.registerCommand("extra", { handler: () => pi.setSessionName("extra ran") });
    pi.registerFlag("deep", { type: "string", default: "ten" });
    pi.registerMessageRenderer("late", () => undefined);
    pi.registerEntryRenderer("late", () => undefined);
    pi.registerShortcut("alt+x", { handler: () => undefined });
    pi.registerProvider("late", { baseUrl: "http://127.0.0.1:9", api: "openai-completions", models: [{ id: "m" }] });
  });
  await using setup = await sessionWith([lazyExtension(late)], {
    answers: [seen(calling("opener")), seen(calling("found")), seen(fauxAssistantMessage("done"))],
  });
  const { session } = setup;
  await session.prompt("go");
  expect(offered).toEqual([["opener"], ["opener", "found"], ["opener", "found"]]);
  const results = session.messages.filter(({ role }) => role === "toolResult");
  expect(results).toMatchObject([{ content: [{ text: "opened" }] }, { content: [{ text: "found it" }] }]);
  const runner = runnerOf(session);
  expect([
    runner.getFlags().get("deep")?.default,
    runner.getFlagValues().get("deep"),
    runner.getMessageRenderer("late"),
    runner.getEntryRenderer("late"),
    [...runner.getShortcuts().keys()],
    setup.services.models.find("late", "m")?.id,
  ]).toEqual(["ten", "ten", expect.any(Function), expect.any(Function), ["alt+x"], "m"]);
  await session.prompt("/extra");
  expect(session.log.getSessionName()).toBe("extra ran");
});

test("once its code is there, a tool of a manifest is drawn and prepared by the code, and declared by the manifest", async () => {
  const renderCall = () => ({ render: () => ["drawn"], invalidate: () => undefined });
  const late = battery((pi) =>
    pi.registerTool({
      ...answering("opener", "opened"),
      description: "Another description",
      promptSnippet: "another snippet",
      renderCall,
      prepareArguments: (args) => ({ ...(args as object), prepared: true }) as never,
    }),
  );
  await using setup = await sessionWith([lazyExtension(late)], {
    answers: [calling("opener"), fauxAssistantMessage("done")],
  });
  const { session } = setup;
  const prompt = session.systemPrompt;
  expect(runnerOf(session).resolveToolRenderers("opener", () => undefined)).toBeUndefined();
  await session.prompt("go");
  expect(runnerOf(session).resolveToolRenderers("opener", () => undefined)?.renderCall).toBe(renderCall);
  expect(session.tools.get("opener")?.tool).toMatchObject({ description: "Opens more", label: "Opener" });
  expect(session.tools.get("opener")?.tool.prepareArguments?.({})).toEqual({ prepared: true });
  expect(session.systemPrompt).toBe(prompt);
});

test("what is registered can be taken back: the function that registering returns does it", async () => {
  const undo: (() => void)[] = [];
  await using setup = await sessionWith([
    (pi) => {
      undo.push(
        pi.registerTool(answering("read", "covered")),
        pi.registerCommand("mine", { handler: () => undefined }),
        pi.registerShortcut("alt+x", { handler: () => undefined }),
        pi.registerFlag("mine", { type: "boolean" }),
        pi.registerMessageRenderer("mine", () => undefined),
        pi.registerEntryRenderer("mine", () => undefined),
        pi.registerToolRenderer(() => ({ renderCall: () => ({ render: () => [], invalidate: () => undefined }) })),
        pi.registerMarkdownTransformer((text) => text),
        pi.registerProvider("mine", {
          baseUrl: "http://127.0.0.1:9",
          api: "openai-completions",
          models: [{ id: "m" }],
        }),
      );
    },
  ]);
  const { session, services } = setup;
  const runner = runnerOf(session);
  const state = () => [
    session.tools.get("read")?.tool.description === "Answers covered",
    runner.getCommand("mine") !== undefined,
    runner.getShortcuts().size,
    runner.getFlags().size,
    runner.getMessageRenderer("mine") !== undefined,
    runner.getEntryRenderer("mine") !== undefined,
    runner.resolveToolRenderers("x", () => undefined) !== undefined,
    runner.getMarkdownTransformers().length,
    services.models.find("mine", "m") !== undefined,
  ];
  expect(state()).toEqual([true, true, 1, 1, true, true, true, 1, true]);
  for (const take of undo) take();
  expect(state()).toEqual([false, false, 0, 0, false, false, false, 0, false]);
  expect(session.tools.activeNames()).toContain("read");
});

test("a provider that two extensions register is the earlier one's again when the later is gone", async () => {
  const undo: (() => void)[] = [];
  const register = (id: string) => (pi: ExtensionAPI) =>
    undo.push(
      pi.registerProvider("shared", {
        baseUrl: `http://127.0.0.1:9/${id}`,
        api: "openai-completions",
        models: [{ id }],
      }),
    );
  await using setup = await sessionWith([register("first"), register("second")]);
  const { models } = setup.services;
  const known = () => ["first", "second"].map((id) => models.find("shared", id)?.baseUrl);
  expect(known()).toEqual([undefined, "http://127.0.0.1:9/second"]);
  undo[1]?.();
  expect(known()).toEqual(["http://127.0.0.1:9/first", undefined]);
  undo[0]?.();
  expect(known()).toEqual([undefined, undefined]);
});
