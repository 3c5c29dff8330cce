import { type Context, fauxAssistantMessage, fauxToolCall, type SystemMessage } from "@tau/ai";
import { expect, test } from "vitest";
import { createBashTool, type ToolDefinition } from "../../../src/index.ts";
import { sessionWith } from "./session-with.ts";

/** What the documentation says of runs and no other test tries. */

test("a session is busy while a run is made ready: what is said meanwhile goes into that run", async () => {
  const seen: unknown[] = [];
  await using setup = await sessionWith(
    [
      (pi) =>
        pi.on("before_agent_start", async (_event, ctx) => {
          seen.push(ctx.isIdle());
          pi.sendUserMessage("and this", { deliverAs: "steer" });
          await expect.poll(() => ctx.hasPendingMessages()).toBe(true);
        }),
    ],
    { answers: [fauxAssistantMessage("one"), fauxAssistantMessage("two")] },
  );
  const { session, errors } = setup;
  const first = session.prompt("first");
  await expect(session.prompt("second")).rejects.toMatchObject({ code: "busy" });
  await first;
  expect(seen).toEqual([false]);
  expect(errors).toEqual([]);
  const said = session.messages.flatMap((message) => (message.role === "user" ? [message.content] : []));
  expect(said).toEqual(["first", "and this"].map((text) => [{ type: "text", text }]));
});

test("a run that is stopped while it is made ready ends at once, and says so", async () => {
  const settled: unknown[] = [];
  await using setup = await sessionWith(
    [
      (pi) => {
        pi.on("before_agent_start", (_event, ctx) => ctx.abort());
        pi.on("agent_settled", ({ aborted }) => void settled.push(aborted));
      },
    ],
    { answers: [fauxAssistantMessage("never")] },
  );
  await setup.session.prompt("go");
  expect(settled).toEqual([true]);
  expect(setup.session.messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
  expect(setup.session.messages.at(-1)).toMatchObject({ stopReason: "aborted" });
});

test("continue alone, at either boundary, makes one more request", async () => {
  for (const boundary of ["turn_end", "agent_before_settle"] as const) {
    let asked = false;
    const goOn = () => {
      const again = !asked;
      asked = true;
      return again ? { continue: true } : undefined;
    };
    await using setup = await sessionWith(
      [
        (pi) => {
          if (boundary === "turn_end") pi.on("turn_end", goOn);
          else pi.on("agent_before_settle", goOn);
        },
      ],
      { answers: [fauxAssistantMessage("one"), fauxAssistantMessage("two"), fauxAssistantMessage("three")] },
    );
    await setup.session.prompt("go");
    expect(setup.errors).toEqual([]);
    expect(setup.session.getLastAssistantText()).toBe("two");
  }
});

test("a bash tool that an extension makes shows commands the session, before its hook", async () => {
  const bash = (options: Parameters<typeof createBashTool>[1]) =>
    createBashTool(process.cwd(), options) as unknown as ToolDefinition;
  const command = "echo [$HOOKED] [$PI_PROVIDER/$PI_MODEL] [$PI_REASONING_LEVEL] [$PI_SESSION_ID]";
  const answers = () => [
    fauxAssistantMessage([fauxToolCall("bash", { command }, { id: "c1" })], { stopReason: "toolUse" }),
    fauxAssistantMessage("done"),
  ];
  const output = async (options: Parameters<typeof createBashTool>[1]) => {
    await using setup = await sessionWith([(pi) => pi.registerTool(bash(options))], { answers: answers() });
    await setup.session.prompt("go");
    const result = setup.session.messages.find((message) => message.role === "toolResult");
    const [block] = result?.role === "toolResult" ? result.content : [];
    return { text: block?.type === "text" ? block.text : "", id: setup.session.sessionId };
  };
  const shown = await output({
    spawnHook: (context) => ({ ...context, env: { ...context.env, HOOKED: context.env.PI_MODEL } }),
  });
  expect(shown.text).toBe(`[one] [faux/one] [medium] [${shown.id}]\n`);
  expect((await output({ exposeSessionEnvironment: false })).text).toBe("[] [/] [] []\n");
});

test("a compaction that fails says why; one that an extension cancels was aborted", async () => {
  const failures: unknown[] = [];
  await using setup = await sessionWith(
    [
      (pi) => {
        pi.on("session_before_compact", () => ({ cancel: true }));
        pi.on("session_compact_failed", ({ type: _, ...failure }) => void failures.push(failure));
      },
    ],
    { answers: [fauxAssistantMessage("one"), fauxAssistantMessage("two")] },
  );
  const { session, services } = setup;
  services.settings.set("compaction.keepRecentTokens", 1, "global");
  await expect(session.compaction.compact()).rejects.toThrow("There is nothing to compact yet.");
  await session.prompt("first");
  await session.prompt("second");
  await expect(session.compaction.compact()).rejects.toThrow("The compaction was cancelled.");
  const end = { reason: "manual", willRetry: false, fromExtension: false };
  expect(failures).toEqual([
    { ...end, aborted: false, errorMessage: "There is nothing to compact yet." },
    { ...end, aborted: true },
  ]);
});

test("a command that sends a message and then waits has the answer", async () => {
  const seen: unknown[] = [];
  await using setup = await sessionWith(
    [
      (pi) =>
        pi.registerCommand("ask", {
          handler: async (_args, ctx) => {
            pi.sendMessage({ customType: "c", content: "custom", display: true }, { triggerTurn: true });
            await ctx.waitForIdle();
            seen.push(ctx.isIdle(), ctx.sessionManager.getLeafEntry());
            pi.sendUserMessage("typed");
            await ctx.waitForIdle();
            seen.push(ctx.isIdle(), ctx.sessionManager.getLeafEntry());
          },
        }),
    ],
    { answers: [fauxAssistantMessage("one"), fauxAssistantMessage("two")] },
  );
  await setup.session.prompt("/ask");
  const answer = (text: string) =>
    expect.objectContaining({ message: expect.objectContaining({ content: [{ type: "text", text }] }) });
  expect(seen).toEqual([true, answer("one"), true, answer("two")]);
});

test("a session's name is one line", async () => {
  const told: unknown[] = [];
  await using setup = await sessionWith([
    (pi) => {
      pi.on("session_info_changed", ({ name }) => void told.push(name));
      pi.registerCommand("name", { handler: async () => pi.setSessionName("  two\n lines ") });
    },
  ]);
  await setup.session.prompt("/name");
  expect([setup.session.log.getSessionName(), told]).toEqual(["two lines", ["two lines"]]);
});

test("context_with_system sees prompt and tools as the first message, and owns them for the request", async () => {
  const seen: unknown[] = [];
  const asked: unknown[] = [];
  const answer = ({ systemPrompt, tools = [], messages }: Context) => {
    asked.push([systemPrompt, tools.map(({ name }) => name), messages.map(({ role }) => role)]);
    return fauxAssistantMessage("ok");
  };
  const edits: ((messages: SystemMessage[]) => SystemMessage[])[] = [
    (messages) => messages,
    ([head, ...rest]) => [{ ...(head as SystemMessage), content: "short", toolsAdded: [] }, ...rest],
    ([, ...rest]) => rest,
  ];
  await using setup = await sessionWith(
    [
      (pi) =>
        pi.on("context_with_system", ({ messages }) => {
          const all = messages as unknown as SystemMessage[];
          seen.push([all[0]?.role, all[0]?.toolsAdded?.map(({ name }) => name)]);
          return { messages: edits.shift()?.(all) as unknown as typeof messages };
        }),
    ],
    { answers: [answer, answer, answer], tools: ["read"] },
  );
  const { session, errors } = setup;
  for (const text of ["one", "two", "three"]) await session.prompt(text);
  expect(seen).toEqual([1, 2, 3].map(() => ["system", ["read"]]));
  const usual = [session.systemPrompt, ["read"]];
  expect(asked).toEqual([
    [...usual, ["user"]],
    ["short", [], ["user", "assistant", "user"]],
    [...usual, ["user", "assistant", "user", "assistant", "user"]],
  ]);
  expect(errors.map(({ error }) => error)).toEqual(["The system message was dropped."]);
});

test("a prompt that is forced on a run is what its requests carry, whatever is made of the first message or of the tools", async () => {
  const heads: unknown[] = [];
  const asked: unknown[] = [];
  const answer =
    (content: Parameters<typeof fauxAssistantMessage>[0]) =>
    ({ systemPrompt, tools = [] }: Context) => {
      asked.push([systemPrompt, tools.map(({ name }) => name)]);
      return fauxAssistantMessage(content);
    };
  let ownsHead = false;
  await using setup = await sessionWith(
    [
      (pi) => {
        pi.on("before_agent_start", ({ messageType, ...event }) =>
          messageType === "user" && "prompt" in event && event.prompt === "forced"
            ? { systemPrompt: "mine" }
            : undefined,
        );
        pi.on("tool_result", () => pi.setActiveTools(["read", "ls"]));
        pi.on("context_with_system", ({ messages }) => {
          const [head, ...rest] = messages as unknown as SystemMessage[];
          heads.push(head?.content);
          if (!ownsHead) return undefined;
          return { messages: [{ ...head, content: "short" }, ...rest] as unknown as typeof messages };
        });
      },
    ],
    { answers: [answer(fauxToolCall("ls", {})), answer("ok"), answer("ok"), answer("ok")], tools: ["read", "ls"] },
  );
  const { session } = setup;
  session.setActiveToolsByName(["ls"]);
  const usual = session.systemPrompt;
  await session.prompt("forced");
  ownsHead = true;
  await session.prompt("forced");
  await session.prompt("not forced");
  expect(asked).toEqual([
    ["mine", ["ls"]],
    ["mine", ["read", "ls"]],
    ["mine", ["read", "ls"]],
    ["short", ["read", "ls"]],
  ]);
  expect(heads[0]).toEqual(usual);
  expect(heads).not.toContain("mine");
});

test("tools that a handler switches on while a run is made ready are part of that run's prompt", async () => {
  const seen: unknown[] = [];
  const extra: ToolDefinition = {
    ...{ name: "extra", label: "Extra", description: "More", defaultActive: false },
    ...{ promptSnippet: "does more", promptGuidelines: ["Use extra well."] },
    parameters: { type: "object", properties: {} } as never,
    execute: async () => ({ content: [], details: {} }),
  };
  const answer = ({ systemPrompt = "", tools = [] }: Context) => {
    seen.push(
      tools.map(({ name }) => name),
      /does more[\s\S]*Use extra well/.test(systemPrompt),
    );
    return fauxAssistantMessage("ok");
  };
  await using setup = await sessionWith(
    [
      (pi) => {
        pi.registerTool(extra);
        pi.on("before_agent_start", () => pi.setActiveTools(["read", "extra"]));
        pi.on("before_agent_start", (event) => void seen.push(event.systemPromptOptions.selectedTools));
      },
    ],
    { answers: [answer] },
  );
  await setup.session.prompt("go");
  expect(seen).toEqual([["read", "extra"], ["read", "extra"], true]);
});
