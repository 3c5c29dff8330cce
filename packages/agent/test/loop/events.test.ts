import { expect, test } from "vitest";
import {
  type AgentContext,
  type AgentEvent,
  type AgentLoopConfig,
  type AgentMessage,
  agentLoop,
  agentLoopContinue,
  defaultConvertToLlm,
  runAgentLoop,
  runAgentLoopContinue,
} from "../../src/index.ts";
import { outline, textOf, user } from "../support/events.ts";
import { answerOf, calls, model, says, scripted } from "../support/scripted-model.ts";
import { tool } from "../support/tools.ts";

const config: AgentLoopConfig = { model, convertToLlm: defaultConvertToLlm };
const empty: AgentContext = { messages: [] };

test("P-LOOP-1 a text answer is told in order, from agent_start to agent_end", async () => {
  const { streamFn } = scripted([says("Hello")]);
  const events = await Array.fromAsync(agentLoop([user("Hi")], empty, config, undefined, streamFn));
  expect(outline(events)).toEqual([
    "agent_start",
    "turn_start",
    "message_start user",
    "message_end user",
    "message_start assistant",
    "message_update text_start",
    "message_update text_delta",
    "message_update text_delta",
    "message_update text_end",
    "message_end assistant",
    "turn_end",
    "agent_end",
  ]);
});

test("P-LOOP-2 agent_end is last, also where the stream function throws or a hook does", async () => {
  const failing: [string, Partial<AgentLoopConfig>][] = [
    ["convertToLlm", { convertToLlm: fail }],
    ["transformContext", { transformContext: fail }],
    ["getApiKey", { getApiKey: fail }],
    ["prepareRequest", { prepareRequest: fail }],
    ["getSteeringMessages", { getSteeringMessages: fail }],
    ["getFollowUpMessages", { getFollowUpMessages: fail }],
    ["finishTurn", { finishTurn: fail }],
    ["prepareNextTurn", { prepareNextTurn: fail, finishTurn: () => ({ action: "continue" }) }],
  ];
  for (const [name, hooks] of failing) {
    const { streamFn } = scripted([says("Hello")]);
    const stream = agentLoop([user("Hi")], empty, { ...config, ...hooks }, undefined, streamFn);
    const events = await Array.fromAsync(stream);
    const last = (await stream.result()).at(-1);
    expect([name, last?.role === "assistant" && last.errorMessage]).toEqual([name, "hook failed"]);
    expect(outline(events).slice(-3)).toEqual(["message_end assistant", "turn_end", "agent_end"]);
    expect(count(events, "turn_start")).toBe(count(events, "turn_end"));
  }
});

test("P-LOOP-3 the result holds prompts and new messages; of a continued run only the new ones", async () => {
  const first = agentLoop(
    [user("Hi")],
    { messages: [user("before")] },
    config,
    undefined,
    scripted([says("A")]).streamFn,
  );
  expect((await first.result()).map((message) => [message.role, textOf(message)])).toEqual([
    ["user", "Hi"],
    ["assistant", "A"],
  ]);
  const next = agentLoopContinue({ messages: [user("before")] }, config, undefined, scripted([says("B")]).streamFn);
  expect((await next.result()).map((message) => [message.role, textOf(message)])).toEqual([["assistant", "B"]]);
});

test("P-LOOP-4 P-LOOP-5 a context that cannot be continued throws", async () => {
  const { streamFn } = scripted();
  const answered = { messages: [user("Hi"), answerOf([says("Hello")])] };
  expect(() => agentLoopContinue(empty, config, undefined, streamFn)).toThrow(
    "Cannot continue: no messages in context",
  );
  expect(() => agentLoopContinue(answered, config, undefined, streamFn)).toThrow(
    "Cannot continue from message role: assistant",
  );
  await expect(runAgentLoopContinue(empty, config, () => undefined, undefined, streamFn)).rejects.toMatchObject({
    code: "nothing-to-continue",
  });
  await expect(runAgentLoopContinue(answered, config, () => undefined, undefined, streamFn)).rejects.toMatchObject({
    code: "cannot-continue",
  });
});

test("P-LOOP-6 a continued run says nothing of the messages that were there", async () => {
  const { streamFn } = scripted([says("")]);
  const events = await Array.fromAsync(agentLoopContinue({ messages: [user("Hi")] }, config, undefined, streamFn));
  expect(outline(events).filter((line) => line.startsWith("message_start"))).toEqual(["message_start assistant"]);
});

test("P-LOOP-7 P-LOOP-16 a role of the application is converted, or left out", async () => {
  const note = { role: "note", text: "remember", timestamp: 1 } as unknown as AgentMessage;
  const converting: AgentLoopConfig = {
    ...config,
    convertToLlm: (messages) => messages.map((message) => (message === note ? userNote : message)) as never,
  };
  const userNote = user("remember");
  const converted = scripted([says("A")]);
  await agentLoopContinue({ messages: [note] }, converting, undefined, converted.streamFn).result();
  expect(converted.requests[0]?.context.messages).toEqual([userNote]);
  const left = scripted([says("A")]);
  await agentLoop([user("Hi")], { messages: [note] }, config, undefined, left.streamFn).result();
  expect(left.requests[0]?.context.messages).toEqual([user("Hi")]);
});

test("P-LOOP-8 the caller's context is not changed", async () => {
  const context: AgentContext = { systemPrompt: "Be brief.", messages: [user("before")], tools: [tool("ls")] };
  const before = { ...context, messages: [...context.messages], tools: [...(context.tools ?? [])] };
  const { streamFn } = scripted([calls("ls")], [says("A")]);
  await agentLoop([user("Hi")], context, config, undefined, streamFn).result();
  expect(context).toEqual(before);
});

test("P-LOOP-9 P-LOOP-10 a tool call leads to a second request that ends with its result, in a turn of its own", async () => {
  const { streamFn, requests } = scripted([says("Look:"), calls("ls")], [says("Done")]);
  const events: AgentEvent[] = [];
  const context = { messages: [], tools: [tool("ls")] };
  await runAgentLoop([user("Hi")], context, config, (event) => void events.push(event), undefined, streamFn);
  expect(outline(events).filter((line) => !line.startsWith("message_update"))).toEqual([
    "agent_start",
    "turn_start",
    "message_start user",
    "message_end user",
    "message_start assistant",
    "message_end assistant",
    "tool_execution_start ls",
    "tool_execution_end ls",
    "message_start toolResult",
    "message_end toolResult",
    "turn_end ls",
    "turn_start",
    "message_start assistant",
    "message_end assistant",
    "turn_end",
    "agent_end",
  ]);
  expect(requests.map((request) => request.context.messages.map((message) => message.role))).toEqual([
    ["user"],
    ["user", "assistant", "toolResult"],
  ]);
  expect(requests[1]?.context.messages.at(-1)).toMatchObject({
    role: "toolResult",
    toolCallId: "call-ls",
    toolName: "ls",
    content: [{ type: "text", text: "ls done" }],
    isError: false,
  });
});

test("P-LOOP-11 P-LOOP-12 updates carry the live message, which is in the context once", async () => {
  const seen: AgentMessage[][] = [];
  const { streamFn } = scripted([says("Hello")], [says("again")]);
  let context: AgentContext | undefined;
  const events: AgentEvent[] = [];
  const following: AgentLoopConfig = {
    ...config,
    prepareRequest: (request) => {
      context = request.context;
    },
  };
  const messages = await runAgentLoop(
    [user("Hi")],
    empty,
    following,
    (event) => {
      events.push(event);
      if (event.type === "message_update") seen.push([...(context?.messages ?? [])]);
    },
    undefined,
    streamFn,
  );
  expect(seen.length).toBe(4);
  for (const snapshot of seen) expect(snapshot).toEqual(messages);
  expect(context?.messages).toEqual(messages);
  const updates = events.filter((event) => event.type === "message_update");
  for (const update of updates) expect(update.message).toBe(messages[1]);
});

test("P-LOOP-13 a stream that fails before its start still has a message with start and end", async () => {
  const error = answerOf([], { stopReason: "error", errorMessage: "refused" });
  const { streamFn } = scripted((_, stream) => stream.push({ type: "error", reason: "error", error }));
  const events = await Array.fromAsync(agentLoop([user("Hi")], empty, config, undefined, streamFn));
  expect(outline(events).slice(4)).toEqual([
    "message_start assistant",
    "message_end assistant",
    "turn_end",
    "agent_end",
  ]);
});

test("P-LOOP-14 a failed answer ends the run and its tool calls are not executed", async () => {
  for (const stopReason of ["error", "aborted"] as const) {
    const error = answerOf([calls("ls")], { stopReason, errorMessage: "cut" });
    const { streamFn, requests } = scripted((_, stream) => {
      stream.push({ type: "start", partial: error });
      stream.push({ type: "error", reason: stopReason, error });
    });
    let ran = false;
    const ls = tool("ls", async () => {
      ran = true;
      throw new Error("never");
    });
    const result = await agentLoop([user("Hi")], { messages: [], tools: [ls] }, config, undefined, streamFn).result();
    expect([ran, requests.length, result.length]).toEqual([false, 1, 2]);
  }
});

test("a stream that stops without a last event, or throws, becomes a failed answer that keeps what had arrived", async () => {
  const partial = answerOf([says("Hel")], { stopReason: "pending" });
  const stopping = scripted((_, stream) => {
    stream.push({ type: "start", partial });
    stream.end();
  });
  const [, answer] = await agentLoop([user("Hi")], empty, config, undefined, stopping.streamFn).result();
  expect(answer).toEqual({
    ...partial,
    stopReason: "error",
    errorMessage: "The stream of the answer stopped without saying how it ended.",
    error: { code: "unknown" },
  });
});

test("a stream that was ended with a result counts as done", async () => {
  const { streamFn } = scripted((_, stream) => stream.end(answerOf([says("A")])));
  const result = await agentLoop([user("Hi")], empty, config, undefined, streamFn).result();
  expect(result[1]).toEqual(answerOf([says("A")]));
});

test("a sink is awaited, one event at a time; what it throws ends the run", async () => {
  let inside = 0;
  const { streamFn } = scripted([calls("a"), calls("b")], [says("Done")]);
  const order: string[] = [];
  const context = { messages: [], tools: [tool("a"), tool("b")] };
  const sink = async (event: AgentEvent) => {
    inside++;
    await new Promise((resolve) => setImmediate(resolve));
    order.push(`${event.type} ${inside--}`);
  };
  await runAgentLoop([user("Hi")], context, config, sink, undefined, streamFn);
  expect(order.every((line) => line.endsWith(" 1"))).toBe(true);
  expect(order.at(-1)).toBe("agent_end 1");

  let ran = false;
  const ls = tool("ls", async () => {
    ran = true;
    throw new Error("never");
  });
  const full = (event: AgentEvent) => {
    if (event.type === "message_end" && event.message.role === "assistant") throw new Error("disk full");
  };
  const failing = runAgentLoop(
    [user("Hi")],
    { messages: [], tools: [ls] },
    config,
    full,
    undefined,
    scripted([calls("ls")]).streamFn,
  );
  await expect(failing).rejects.toThrow("disk full");
  expect(ran).toBe(false);
});

function fail(): never {
  throw new Error("hook failed");
}

function count(events: readonly AgentEvent[], type: AgentEvent["type"]): number {
  return events.filter((event) => event.type === type).length;
}
