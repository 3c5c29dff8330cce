import { SessionLog } from "@tau/agent";
import { type Context, fauxAssistantMessage, fauxToolCall } from "@tau/ai";
import { Type } from "typebox";
import { describe, expect, test } from "vitest";
import type { ExtensionAPI, ExtensionEventName } from "../../../src/core/extensions/index.ts";
import { sessionWith } from "./session-with.ts";

const answer = (text: string) => fauxAssistantMessage(text);
const call = (name: string, args: Record<string, string> = {}) =>
  fauxAssistantMessage(fauxToolCall(name, args, { id: "call-1" }), { stopReason: "toolUse" });

function echoTool(pi: ExtensionAPI, name = "echo") {
  pi.registerTool({
    name,
    label: "Echo",
    description: "Says it again",
    promptSnippet: "says it again",
    parameters: Type.Object({ text: Type.Optional(Type.String()) }),
    execute: async (_id, { text = "nothing" }) => ({ content: [{ type: "text", text }], details: { text } }),
  });
}

interface SeenRequest {
  readonly systemPrompt: string | undefined;
  readonly texts: readonly string[];
  readonly tools: readonly string[];
}

/** Answers that keep what the model was shown. */
function lastRequest() {
  const seen: SeenRequest[] = [];
  const reply = (text: string) => (context: Context) => {
    seen.push(describeRequest(context));
    return answer(text);
  };
  return { seen, reply };
}

function describeRequest({ systemPrompt, messages, tools = [] }: Context): SeenRequest {
  const texts = messages.map(({ role, content }) => {
    const blocks =
      typeof content === "string" ? [content] : content.map((block) => ("text" in block ? block.text : ""));
    return `${role}: ${blocks.join()}`;
  });
  return { systemPrompt, texts, tools: tools.map(({ name }) => name) };
}

test("the events of a run come in the documented order", async () => {
  const order: string[] = [];
  const names: ExtensionEventName[] = [
    "session_start",
    "input",
    "before_agent_start",
    "agent_start",
    "turn_start",
    "context",
    "context_with_system",
    "before_provider_headers",
    "message_start",
    "message_end",
    "tool_execution_start",
    "tool_call",
    "tool_result",
    "tool_execution_end",
    "turn_end",
    "agent_end",
    "agent_before_settle",
    "agent_settled",
    "session_shutdown",
  ];
  const setup = await sessionWith(
    [
      (pi) => {
        echoTool(pi);
        for (const name of names) {
          pi.on(name, (event: unknown) => {
            const { message } = event as { message?: { role: string } };
            order.push(message && name.startsWith("message") ? `${name} ${message.role}` : name);
          });
        }
      },
    ],
    { answers: [call("echo", { text: "hi" }), answer("done")] },
  );
  await setup.session.prompt("go");
  await setup[Symbol.asyncDispose]();
  expect(setup.errors).toEqual([]);
  expect(order).toEqual([
    "session_start",
    "input",
    "before_agent_start",
    "agent_start",
    "turn_start",
    "message_start user",
    "message_end user",
    "context",
    "context_with_system",
    "before_provider_headers",
    "message_start assistant",
    "message_end assistant",
    "tool_execution_start",
    "tool_call",
    "tool_result",
    "tool_execution_end",
    "message_start toolResult",
    "message_end toolResult",
    "turn_end",
    "turn_start",
    "context",
    "context_with_system",
    "before_provider_headers",
    "message_start assistant",
    "message_end assistant",
    "turn_end",
    "agent_end",
    "agent_before_settle",
    "agent_settled",
    "session_shutdown",
  ]);
});

describe("input", () => {
  test("P-EXT-16 transforms are chained and a handled input starts no run", async () => {
    const { seen, reply } = lastRequest();
    await using setup = await sessionWith(
      [
        (pi) => pi.on("input", ({ text }) => ({ action: "transform", text: `${text} b` })),
        (pi) => pi.on("input", ({ text }) => (text.startsWith("ping") ? { action: "handled" } : undefined)),
        (pi) => pi.on("input", ({ text }) => ({ action: "transform", text: `${text} c` })),
      ],
      { answers: [reply("ok")] },
    );
    await setup.session.prompt("ping");
    expect(seen).toEqual([]);
    await setup.session.prompt("a");
    expect(seen[0]?.texts).toEqual(["user: a b c"]);
  });

  test("P-EXT-4 a command runs with its arguments and reaches neither input handlers nor the model", async () => {
    const calls: string[] = [];
    await using setup = await sessionWith([
      (pi) => {
        pi.registerCommand("greet", { handler: async (args, ctx) => void calls.push(`${args} ${ctx.mode}`) });
        pi.on("input", () => void calls.push("input"));
      },
    ]);
    await setup.session.prompt("/greet  the world ");
    expect(calls).toEqual(["the world print"]);
    expect(setup.faux.state.callCount).toBe(0);
  });

  test("a command that fails is reported and sends nothing", async () => {
    await using setup = await sessionWith([
      (pi) =>
        pi.registerCommand("broken", {
          handler: async () => {
            throw new Error("no");
          },
        }),
    ]);
    await setup.session.prompt("/broken");
    expect(setup.errors).toMatchObject([{ event: "command", error: "no" }]);
  });
});

describe("the prompt of a run", () => {
  test("P-EXT-15, R123 handlers change the system prompt for this run and inject messages", async () => {
    const { seen, reply } = lastRequest();
    await using setup = await sessionWith(
      [
        (pi) =>
          pi.on("before_agent_start", (event, ctx) => ({
            systemPrompt: `${event.systemPrompt}\nFIRST`,
            message: {
              customType: "note",
              content: `seen ${ctx.getSystemPrompt() === event.systemPrompt}`,
              display: true,
            },
          })),
        (pi) => {
          let once = true;
          pi.on("before_agent_start", ({ systemPrompt }) => {
            if (!once) return undefined;
            once = false;
            return { systemPrompt: `${systemPrompt} SECOND` };
          });
        },
      ],
      { answers: [reply("ok"), reply("ok")] },
    );
    const before = setup.session.systemPrompt;
    await setup.session.prompt("go");
    await setup.session.prompt("again");
    expect(seen[0]?.systemPrompt).toBe(`${before}\nFIRST SECOND`);
    expect(seen[1]?.systemPrompt).toBe(`${before}\nFIRST`);
    expect(seen[0]?.texts).toEqual(["user: go", "user: seen true"]);
    expect(setup.session.log.getEntries().filter(({ type }) => type === "custom_message")).toHaveLength(2);
  });

  test("sections and rules that a handler adds are part of the prompt", async () => {
    const { seen, reply } = lastRequest();
    await using setup = await sessionWith(
      [
        (pi) =>
          pi.on("before_agent_start", ({ systemPromptOptions }) => {
            systemPromptOptions.sections.house_rules = "No tabs.";
            systemPromptOptions.promptGuidelines.push("Sing.");
          }),
      ],
      { answers: [reply("ok")] },
    );
    await setup.session.prompt("go");
    expect(seen[0]?.systemPrompt).toContain("<house_rules>\nNo tabs.\n</house_rules>");
    expect(seen[0]?.systemPrompt).toContain("- Sing.");
  });

  test("P-EXT-14, R122 context handlers change one request and leave the session alone", async () => {
    const { seen, reply } = lastRequest();
    await using setup = await sessionWith(
      [
        (pi) =>
          pi.on("context", ({ messages }) => {
            const [first] = messages;
            if (first?.role === "user") first.content = "changed in place";
            return { messages: [...messages, { role: "user", content: "added", timestamp: 0 }] };
          }),
      ],
      { answers: [reply("ok")] },
    );
    await setup.session.prompt("original");
    expect(seen[0]?.texts).toEqual(["user: changed in place", "user: added"]);
    expect(setup.session.messages[0]).toMatchObject({ role: "user", content: [{ text: "original" }] });
  });
});

describe("tools", () => {
  test("P-EXT-2 a registered tool is active, in the prompt, and called by the model", async () => {
    await using setup = await sessionWith([(pi) => echoTool(pi)], {
      answers: [call("echo", { text: "hello" }), answer("ok")],
    });
    expect(setup.session.tools.activeNames()).toContain("echo");
    expect(setup.session.systemPrompt).toContain("says it again");
    await setup.session.prompt("go");
    expect(setup.session.messages[2]).toMatchObject({
      role: "toolResult",
      content: [{ type: "text", text: "hello" }],
      details: { text: "hello" },
      isError: false,
    });
  });

  test("P-EXT-3 a tool with the name of a built-in one takes its place", async () => {
    await using setup = await sessionWith([(pi) => echoTool(pi, "read")], {
      answers: [call("read", { text: "mine" }), answer("ok")],
    });
    await setup.session.prompt("go");
    expect(setup.session.messages[2]).toMatchObject({ content: [{ type: "text", text: "mine" }] });
  });

  test("a tool registered while the session runs is there for the next request", async () => {
    const { seen, reply } = lastRequest();
    await using setup = await sessionWith(
      [(pi) => pi.registerCommand("more", { handler: async () => echoTool(pi, "later") })],
      { answers: [reply("ok")] },
    );
    await setup.session.prompt("/more");
    await setup.session.prompt("go");
    expect(seen[0]?.tools).toContain("later");
  });

  test("tools that are hidden, inactive by default or excluded are not offered", async () => {
    const tool = (pi: ExtensionAPI, name: string, extra: object) =>
      pi.registerTool({
        name,
        label: name,
        description: name,
        parameters: Type.Object({}),
        execute: async () => ({ content: [], details: undefined }),
        ...extra,
      });
    await using setup = await sessionWith(
      [
        (pi) => {
          tool(pi, "quiet", { defaultActive: false });
          tool(pi, "secret", { exposure: "hidden" });
          tool(pi, "deferred", { exposure: "deferred" });
          tool(pi, "unwanted", {});
          tool(pi, "wanted", {});
          pi.registerCommand("all", {
            handler: async () => pi.setActiveTools(pi.getAllTools().map(({ name }) => name)),
          });
        },
      ],
      { excludeTools: ["unwanted"] },
    );
    expect(setup.session.tools.activeNames()).toEqual(["read", "bash", "edit", "write", "wanted"]);
    await setup.session.prompt("/all");
    expect(setup.session.tools.activeNames()).not.toContain("secret");
    expect(setup.session.tools.activeNames()).toContain("quiet");
  });

  test("P-EXT-9, R120 a blocked call gives the model the reason", async () => {
    const later: string[] = [];
    await using setup = await sessionWith(
      [
        (pi) => echoTool(pi),
        (pi) => pi.on("tool_call", ({ toolName }) => ({ block: true, reason: `not ${toolName}` })),
        (pi) => pi.on("tool_call", () => void later.push("asked")),
      ],
      { answers: [call("echo"), answer("ok")] },
    );
    await setup.session.prompt("go");
    expect(setup.session.messages[2]).toMatchObject({ isError: true, content: [{ text: "not echo" }] });
    expect(later).toEqual([]);
  });

  test("P-EXT-10 a changed input is what the tool receives, and later handlers see it", async () => {
    await using setup = await sessionWith(
      [
        (pi) => echoTool(pi),
        (pi) =>
          pi.on("tool_call", ({ input }) => {
            (input as { text?: string }).text = "one";
          }),
        (pi) =>
          pi.on("tool_call", ({ input }) => {
            const seen = input as { text?: string };
            seen.text = `${seen.text} two`;
          }),
      ],
      { answers: [call("echo", { text: "zero" }), answer("ok")] },
    );
    await setup.session.prompt("go");
    expect(setup.session.messages[2]).toMatchObject({ content: [{ text: "one two" }] });
  });

  test("P-EXT-13 a handler that fails blocks the call and is reported", async () => {
    await using setup = await sessionWith(
      [
        (pi) => echoTool(pi),
        (pi) =>
          pi.on("tool_call", () => {
            throw new Error("guard broke");
          }),
      ],
      { answers: [call("echo"), answer("ok")] },
    );
    await setup.session.prompt("go");
    expect(setup.session.messages[2]).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("guard broke") }],
    });
    expect(setup.errors).toMatchObject([{ event: "tool_call", error: "guard broke" }]);
  });

  test("P-EXT-11, R121 results are changed in the order of loading, for built-in tools too (P-EXT-12)", async () => {
    await using setup = await sessionWith(
      [
        (pi) => pi.on("tool_result", ({ content }) => ({ content: [...content, { type: "text", text: "1" }] })),
        (pi) =>
          pi.on("tool_result", ({ content }) => ({
            content: [...content, { type: "text", text: "2" }],
            isError: false,
          })),
        (pi) => pi.on("tool_result", () => ({ details: { mine: true } })),
      ],
      { answers: [call("read", { path: "missing.txt" }), answer("ok")] },
    );
    await setup.session.prompt("go");
    expect(setup.session.messages[2]).toMatchObject({
      toolName: "read",
      isError: false,
      details: { mine: true },
      content: [expect.anything(), { text: "1" }, { text: "2" }],
    });
  });

  test("a tool may run another, with the same checks, under an id below its own", async () => {
    const ids: unknown[] = [];
    await using setup = await sessionWith(
      [
        (pi) => echoTool(pi),
        (pi) =>
          pi.registerTool({
            name: "outer",
            label: "Outer",
            description: "Calls echo",
            parameters: Type.Object({}),
            async execute(_id, _params, _signal, _onUpdate, ctx) {
              const inner = await ctx.executeTool("echo", { text: "inner" });
              const missing = await ctx.executeTool("nothing", {});
              return { content: inner.result.content, details: { failed: missing.isError } };
            },
          }),
        (pi) => pi.on("tool_call", ({ toolCallId, parentToolCallId }) => void ids.push([toolCallId, parentToolCallId])),
      ],
      { answers: [call("outer"), answer("ok")] },
    );
    await setup.session.prompt("go");
    expect(setup.session.messages[2]).toMatchObject({ content: [{ text: "inner" }], details: { failed: true } });
    expect(ids).toEqual([
      ["call-1", undefined],
      ["call-1/1", "call-1"],
    ]);
  });
});

describe("P-EXT-21 a handler that fails is reported and the run goes on", () => {
  test.each([
    "input",
    "context",
    "agent_start",
    "turn_end",
    "message_end",
    "before_agent_start",
    "agent_settled",
  ] as const)("%s", async (name) => {
    await using setup = await sessionWith(
      [
        (pi) =>
          pi.on(name, () => {
            throw new Error("oops");
          }),
      ],
      { answers: [answer("ok")] },
    );
    await setup.session.prompt("go");
    expect(setup.session.getLastAssistantText()).toBe("ok");
    expect(setup.errors[0]).toMatchObject({ extensionPath: "<inline:1>", event: name, error: "oops" });
  });
});

test("message_end may replace a message before it is written down", async () => {
  await using setup = await sessionWith(
    [
      (pi) =>
        pi.on("message_end", ({ message }) =>
          message.role === "assistant"
            ? { message: { ...message, content: [{ type: "text", text: "better" }] } }
            : undefined,
        ),
    ],
    { answers: [answer("good")] },
  );
  await setup.session.prompt("go");
  expect(setup.session.getLastAssistantText()).toBe("better");
  const written = setup.session.log.getEntries().filter((entry) => entry.type === "message");
  expect(written.at(-1)).toMatchObject({ message: { role: "assistant", content: [{ text: "better" }] } });
});

test("turn_end may add entries and ask for one more request", async () => {
  const { seen, reply } = lastRequest();
  await using setup = await sessionWith(
    [
      (pi) => {
        let asked = false;
        pi.on("turn_end", ({ entries, outcome }) => {
          if (asked || outcome !== "completed") return undefined;
          asked = true;
          return {
            entries: [
              ...entries,
              { type: "custom", customType: "mark", data: 1 },
              { type: "custom_message", customType: "nudge", content: "once more", display: false },
            ],
            continue: true,
          };
        });
      },
    ],
    { answers: [reply("first"), reply("second")] },
  );
  await setup.session.prompt("go");
  expect(seen.map(({ texts }) => texts)).toEqual([["user: go"], ["user: go", "assistant: first", "user: once more"]]);
  expect(setup.session.log.getEntries()).toContainEqual(
    expect.objectContaining({ type: "custom", customType: "mark", data: 1 }),
  );
});

test("agent_before_settle may let the run go on once", async () => {
  await using setup = await sessionWith(
    [
      (pi) => {
        let asked = false;
        pi.on("agent_before_settle", () => {
          if (asked) return undefined;
          asked = true;
          return {
            entries: [{ type: "custom_message", customType: "review", content: "review it", display: false }],
            continue: true,
          };
        });
      },
    ],
    { answers: [answer("done"), answer("reviewed")] },
  );
  await setup.session.prompt("go");
  expect(setup.session.getLastAssistantText()).toBe("reviewed");
});

test("P-EXT-19 model_select says that a model was restored, after session_start and not at a reload", async () => {
  const log = SessionLog.inMemory(".");
  log.appendModelChange("faux", "two");
  const seen: unknown[] = [];
  const listen = (pi: ExtensionAPI) => {
    pi.on("session_start", () => void seen.push("session_start"));
    pi.on("model_select", ({ model, previousModel, source }) => void seen.push([model.id, previousModel?.id, source]));
  };
  await using restored = await sessionWith([listen], { log, model: undefined });
  const [one] = restored.faux.models;
  if (one) await restored.session.choice.setModel(one);
  expect(seen).toEqual(["session_start", ["two", undefined, "restore"], ["one", "two", "set"]]);
  seen.length = 0;
  await restored.session.extensions?.reload();
  expect(seen).toEqual(["session_start"]);
  seen.length = 0;
  const other = SessionLog.inMemory(".");
  other.appendModelChange("faux", "two");
  await using chosen = await sessionWith([listen], { log: other });
  expect([chosen.session.model.id, seen]).toEqual(["one", ["session_start"]]);
});
