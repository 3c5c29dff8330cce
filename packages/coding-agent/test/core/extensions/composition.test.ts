import { type Context, fauxAssistantMessage, fauxToolCall, type JsonObject, type Usage } from "@tau/ai";
import { Type } from "typebox";
import { describe, expect, test } from "vitest";
import type {
  ExtensionAPI,
  SessionBoundaryDraft,
  ToolDefinition,
  TurnEndEvent,
} from "../../../src/core/extensions/index.ts";
import { recordingScreen } from "./recording-screen.ts";
import { runnerOf, sessionWith } from "./session-with.ts";

const answer = (text: string) => fauxAssistantMessage(text);
const call = (name: string, args: JsonObject = {}) =>
  fauxAssistantMessage(fauxToolCall(name, args, { id: "call-1" }), { stopReason: "toolUse" });

function tool(pi: ExtensionAPI, name: string, parts: Partial<ToolDefinition>) {
  pi.registerTool({
    name,
    label: name,
    description: `Does ${name}`,
    parameters: Type.Object({}, { additionalProperties: true }),
    execute: async () => ({ content: [{ type: "text", text: name }], details: undefined }),
    ...parts,
  });
}

const spent = (total: number): Usage => ({
  ...fauxAssistantMessage("").usage,
  input: total,
  totalTokens: total,
  cost: { input: total, output: 0, cacheRead: 0, cacheWrite: 0, total },
});

describe("tools that call tools", () => {
  test("everybody is told of each call, its result goes to the caller alone, and a record stays with the caller's", async () => {
    const events: unknown[] = [];
    await using setup = await sessionWith(
      [
        (pi) => {
          tool(pi, "inner", {
            execute: async (_id, params, _signal, onUpdate) => {
              onUpdate?.({ content: [], details: "half" });
              if ("fail" in (params as object)) throw new Error("inner failed");
              return { content: [{ type: "text", text: "secret" }], details: undefined, usage: spent(2) };
            },
          });
          tool(pi, "outer", {
            execute: async (_id, _params, _signal, _onUpdate, ctx) => {
              await ctx.executeTool("inner", { n: 1 });
              await ctx.executeTool("inner", { fail: true });
              await ctx.executeTool("inner", { large: "x".repeat(9_000) });
              return { content: [{ type: "text", text: "done" }], details: undefined, usage: spent(1) };
            },
          });
          for (const name of [
            "tool_execution_start",
            "tool_execution_update",
            "tool_execution_end",
            "tool_call",
            "tool_result",
          ] as const)
            pi.on(
              name,
              ((event: { toolCallId: string; parentToolCallId?: string }) =>
                void events.push([name, event.toolCallId, event.parentToolCallId])) as never,
            );
        },
      ],
      { answers: [call("outer"), answer("ok")] },
    );
    const told: string[] = [];
    setup.session.subscribe((event) => event.type === "tool_execution_start" && told.push(event.toolCallId));
    await setup.session.prompt("go");
    expect(events.slice(0, 8)).toEqual([
      ["tool_execution_start", "call-1", undefined],
      ["tool_call", "call-1", undefined],
      ["tool_execution_start", "call-1/1", "call-1"],
      ["tool_call", "call-1/1", "call-1"],
      ["tool_execution_update", "call-1/1", "call-1"],
      ["tool_result", "call-1/1", "call-1"],
      ["tool_execution_end", "call-1/1", "call-1"],
      ["tool_execution_start", "call-1/2", "call-1"],
    ]);
    expect(told).toEqual(["call-1", "call-1/1", "call-1/2", "call-1/3"]);
    const result = setup.session.messages.find(({ role }) => role === "toolResult");
    expect(result).toMatchObject({
      content: [{ text: "done" }],
      usage: { input: 5, cost: { total: 5 } },
      nestedCalls: {
        calls: [
          { id: "call-1/1", name: "inner", arguments: { n: 1 }, status: "ok" },
          { id: "call-1/2", name: "inner", arguments: { fail: true }, status: "error", error: "inner failed" },
          { id: "call-1/3", name: "inner", argumentsBytes: expect.any(Number), status: "ok" },
        ],
        complete: false,
      },
    });
    expect(JSON.stringify(setup.session.messages)).not.toContain("secret");
    const [logged] = setup.session.log
      .getEntries()
      .flatMap((entry) => (entry.type === "message" && entry.message.role === "toolResult" ? [entry.message] : []));
    expect(logged?.nestedCalls?.calls).toHaveLength(3);
  });

  test("exposure decides who reaches a tool, and a speaker changes what is said of the others", async () => {
    let offered: { name: string; description: string }[] = [];
    let reachable: string[] = [];
    let prompt = "";
    await using setup = await sessionWith(
      [
        (pi) => {
          tool(pi, "plain", { promptSnippet: "plain snippet" });
          tool(pi, "model", { exposure: "model-only" });
          tool(pi, "script", { exposure: "codemode", namespace: { name: "space" } });
          tool(pi, "later", { exposure: "deferred" });
          tool(pi, "gone", { exposure: "hidden" });
          tool(pi, "quiet", { defaultActive: false });
          tool(pi, "speaker", {
            prepareLoadout: (loadout) => ({
              descriptions: { speaker: `Speaks for ${loadout.callable.map(({ name }) => name).join()}` },
              hiddenDeclarations: loadout.declared.map(({ name }) => name).filter((name) => name === "plain"),
            }),
            execute: async (_id, _params, _signal, _update, ctx) => {
              reachable = ctx.tools.map(({ name }) => name);
              const { isError } = await ctx.executeTool("plain", {});
              return { content: [{ type: "text", text: String(isError) }], details: undefined };
            },
          });
        },
      ],
      {
        noTools: "builtin",
        answers: [
          ({ tools = [], systemPrompt = "" }: Context) => {
            offered = tools.map(({ name, description }) => ({ name, description }));
            prompt = systemPrompt;
            return call("speaker");
          },
          answer("ok"),
        ],
      },
    );
    await setup.session.prompt("go");
    expect(reachable).toEqual(["plain", "script", "later", "speaker"]);
    expect(offered).toEqual([
      { name: "model", description: "Does model" },
      { name: "speaker", description: "Speaks for plain,script,later,speaker" },
    ]);
    expect(prompt).not.toContain("plain snippet");
    expect(setup.session.messages.find(({ role }) => role === "toolResult")).toMatchObject({
      content: [{ text: "false" }],
    });
    const info = runnerOf(setup.session).runtime.getAllTools();
    expect(info.find(({ name }) => name === "script")).toMatchObject({
      exposure: "codemode",
      namespace: { name: "space" },
    });
  });

  test("a speaker that fails is reported and changes nothing", async () => {
    await using setup = await sessionWith([
      (pi) =>
        tool(pi, "speaker", {
          prepareLoadout: () => {
            throw new Error("speechless");
          },
        }),
    ]);
    expect(setup.session.tools.declaredTools().map(({ tool: { name } }) => name)).toContain("speaker");
    expect(setup.errors).toMatchObject([{ event: "prepare_loadout", error: "speechless" }]);
  });
});

describe("the end of a turn", () => {
  test("each handler sees what is proposed, and what the model would see; all of it is written, or none", async () => {
    const seen: { entries: number; continue: boolean; last: string | undefined; roles: string[] }[] = [];
    const look = ({ entries, continue: goOn, context }: TurnEndEvent) =>
      seen.push({
        entries: entries.length,
        continue: goOn,
        last: context.contextMessages.at(-1)?.role,
        roles: context.contextMessages.map(({ role }) => role),
      });
    let rounds = 0;
    await using setup = await sessionWith(
      [
        (pi) =>
          pi.on("turn_end", (event) => {
            rounds += 1;
            if (rounds > 1) return undefined;
            look(event);
            const note: SessionBoundaryDraft = {
              type: "custom_message",
              customType: "n",
              content: "again",
              display: false,
            };
            return {
              entries: [{ type: "context_edit", targetId: event.messageEntryId, replacement: null }, note],
              continue: true,
            };
          }),
        (pi) =>
          pi.on("turn_end", (event) => {
            if (rounds > 1) return undefined;
            look(event);
            return { entries: [...event.entries, { type: "context_edit", targetId: "nowhere", replacement: null }] };
          }),
        (pi) => pi.on("turn_end", (event) => (rounds > 1 ? undefined : void look(event))),
      ],
      { answers: [answer("first"), answer("second")] },
    );
    await setup.session.prompt("go");
    expect(seen).toEqual([
      { entries: 0, continue: false, last: "assistant", roles: ["user", "assistant"] },
      { entries: 2, continue: true, last: "custom", roles: ["user", "custom"] },
      { entries: 2, continue: true, last: "custom", roles: ["user", "custom"] },
    ]);
    expect(setup.errors).toMatchObject([{ event: "turn_end", error: expect.stringContaining("nowhere") }]);
    expect(setup.session.messages.map(({ role }) => role)).toEqual(["user", "custom", "assistant"]);
    expect(setup.session.getLastAssistantText()).toBe("second");
  });

  test("a compaction can be proposed: what it names as first stays, what came before is its summary", async () => {
    await using setup = await sessionWith(
      [
        (pi) =>
          pi.on("agent_before_settle", () => ({
            entries: [{ type: "compaction", summary: "We talked.", firstKeptEntryId: null }],
          })),
      ],
      { answers: [answer("ok")] },
    );
    await setup.session.prompt("go");
    expect(setup.session.messages).toMatchObject([{ role: "compactionSummary", summary: "We talked." }]);
    expect(setup.session.log.getEntries().at(-1)).toMatchObject({ type: "compaction", fromHook: true });
  });

  test("an abort while the last handlers run keeps their entries and lets nothing go on", async () => {
    await using setup = await sessionWith(
      [
        (pi) =>
          pi.on("agent_before_settle", async () => {
            void setup.session.abort();
            await Promise.resolve();
            return {
              entries: [{ type: "custom_message", customType: "n", content: "more", display: false }],
              continue: true,
            };
          }),
      ],
      { answers: [answer("ok"), answer("never")] },
    );
    await setup.session.prompt("go");
    expect(setup.faux.state.callCount).toBe(1);
  });

  test("a message that asks for no turn is kept when the turn ends, and starts none", async () => {
    const note = { customType: "note", content: "by the way", display: true };
    const shown: string[][] = [];
    const reply =
      (step: ReturnType<typeof answer>) =>
      ({ messages }: Context) => {
        shown.push(messages.map(({ content }) => JSON.stringify(content)));
        return step;
      };
    await using setup = await sessionWith(
      [
        (pi) =>
          pi.on("message_end", ({ message }) => {
            if (message.role === "assistant") pi.sendMessage(note, { triggerTurn: false });
          }),
      ],
      { answers: [reply(call("bash", { command: "true" })), reply(answer("done"))] },
    );
    await setup.session.prompt("go");
    expect(setup.faux.state.callCount).toBe(2);
    expect(shown[1]?.some((text) => text.includes("by the way"))).toBe(true);
    expect(setup.session.messages.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "toolResult",
      "custom",
      "assistant",
      "custom",
    ]);
    const written = setup.session.log.getEntries().filter(({ type }) => type === "custom_message");
    expect(written).toHaveLength(2);
  });
});

test("what the prompt is made of may be changed part by part, for one run; what is left alone gives the same text", async () => {
  const prompts: string[] = [];
  const reply = ({ systemPrompt = "" }: Context) => {
    prompts.push(systemPrompt);
    return answer("ok");
  };
  let changes = false;
  let offered: string[] = [];
  await using setup = await sessionWith(
    [
      (pi) => {
        tool(pi, "extra", {
          defaultActive: false,
          promptSnippet: "an extra tool",
          promptGuidelines: ["Mind the extra."],
        });
        pi.on("before_agent_start", ({ systemPromptOptions: options }) => {
          if (!changes) return;
          options.customPrompt = "You are a bird.";
          options.toolSnippets.bash = "sings";
          options.selectedTools.push("extra");
          options.contextFiles.push({ path: "/nest.md", content: "Twigs only." });
          options.appendSystemPrompt = "Fly.";
        });
        pi.on("before_agent_start", ({ systemPrompt }, ctx) => {
          expect(ctx.getSystemPrompt()).toBe(systemPrompt);
          offered = pi.getActiveTools();
        });
      },
    ],
    { answers: [reply, reply, reply], appendSystemPrompt: "Walk." },
  );
  const usual = setup.session.systemPrompt;
  await setup.session.prompt("as usual");
  changes = true;
  await setup.session.prompt("changed");
  expect(prompts[0]).toBe(usual);
  expect(prompts[0]).toContain("Walk.");
  for (const text of ["You are a bird.", "sings", "an extra tool", "Mind the extra.", "Twigs only.", "Fly."])
    expect(prompts[1]).toContain(text);
  expect(prompts[1]).not.toContain("Walk.");
  expect(offered).toContain("extra");
});

test("a handler of the bus that fails is reported like any other, and the others hear", async () => {
  const heard: unknown[] = [];
  await using setup = await sessionWith([
    (pi) => {
      pi.events.on("news", () => {
        throw new Error("deaf");
      });
      pi.events.on("news", (data) => heard.push(data));
      pi.on("session_start", () => pi.events.emit("news", "good"));
    },
  ]);
  await expect.poll(() => setup.errors).toMatchObject([{ extensionPath: "pi.events", event: "news", error: "deaf" }]);
  expect(heard).toEqual(["good"]);
});

test("P-EXT-26 a reload within a run loses none of its events: the new extensions hear the rest", async () => {
  const heard: string[] = [];
  let generation = 0;
  await using setup = await sessionWith(
    [
      (pi) => {
        generation += 1;
        const mine = generation;
        pi.on("turn_end", async () => {
          heard.push(`turn_end ${mine}`);
          if (mine === 1) await setup.extensions.reload();
        });
        for (const name of ["turn_start", "agent_end", "agent_settled"] as const)
          pi.on(name, (() => void heard.push(`${name} ${mine}`)) as never);
      },
    ],
    { answers: [call("bash", { command: "true" }), answer("done")] },
  );
  await setup.session.prompt("go");
  expect(setup.session.getLastAssistantText()).toBe("done");
  expect(heard).toEqual(["turn_start 1", "turn_end 1", "turn_start 2", "turn_end 2", "agent_end 2", "agent_settled 2"]);
});

test.each([
  ["print", false],
  ["json", false],
  ["rpc", true],
  ["tui", true],
] as const)("P-EXT-27 the same question in %s mode", async (mode, hasUI) => {
  const answers: unknown[] = [];
  const screen = recordingScreen("rpc", { select: "B", confirm: true });
  await using setup = await sessionWith(
    [
      (pi) =>
        pi.on("session_start", async (_event, ctx) => {
          answers.push(ctx.mode, ctx.hasUI, await ctx.ui.select("?", ["A", "B"]), await ctx.ui.confirm("?", "?"));
        }),
    ],
    { bindings: hasUI ? { ...screen.bindings, mode } : { mode } },
  );
  expect(setup.errors).toEqual([]);
  expect(answers).toEqual([mode, hasUI, hasUI ? "B" : undefined, hasUI]);
});
