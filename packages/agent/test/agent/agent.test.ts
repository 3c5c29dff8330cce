import { expect, test } from "vitest";
import { Agent, type AgentEvent, type AgentMessage, type AgentOptions } from "../../src/index.ts";
import { outline, textOf, user } from "../support/events.ts";
import { type Answer, answerOf, calls, model, says, scripted } from "../support/scripted-model.ts";
import { gatedTool, textResult, tool } from "../support/tools.ts";

function agentWith(answers: Answer[], options: AgentOptions = {}) {
  const { streamFn, requests } = scripted(...answers);
  const agent = new Agent({ streamFn, ...options, initialState: { model, ...options.initialState } });
  const events: AgentEvent[] = [];
  agent.subscribe((event) => void events.push(event));
  return { agent, requests, events };
}

test("prompt takes text with images, a message, or several", async () => {
  const { agent, requests } = agentWith([[says("A")], [says("B")], [says("C")]]);
  const image = { type: "image" as const, data: "aGk=", mimeType: "image/png" };
  await agent.prompt("look", [image]);
  await agent.prompt(user("one"));
  await agent.prompt([user("two"), user("three")]);
  expect(requests[0]?.context.messages).toEqual([
    { role: "user", content: [says("look"), image], timestamp: expect.any(Number) },
  ]);
  expect(agent.state.messages.map(textOf)).toEqual(["look", "A", "one", "B", "two", "three", "C"]);
});

test("P-LOOP-43 a prompt during a run is refused with a way out", async () => {
  const { agent } = agentWith([[says("A")]]);
  const running = agent.prompt("Hi");
  await expect(agent.prompt("again")).rejects.toThrow(
    "Agent is already processing a prompt. Use steer() or followUp().",
  );
  await expect(agent.continue()).rejects.toMatchObject({ code: "busy" });
  await running;
  expect(agent.state.messages.length).toBe(2);
});

test("P-LOOP-44 continue after an answer runs one batch of queued messages, steering first", async () => {
  const messages = [user("Hi"), answerOf([says("Hello")])];
  const { agent, requests } = agentWith([[says("A")], [says("B")], [says("C")]], { initialState: { messages } });
  agent.followUp(user("later"));
  agent.steer(user("now"));
  agent.steer(user("then"));
  await agent.continue();
  expect(requests.map((request) => request.context.messages.map(textOf))).toEqual([
    ["Hi", "Hello", "now"],
    ["Hi", "Hello", "now", "A", "then"],
    ["Hi", "Hello", "now", "A", "then", "B", "later"],
  ]);
});

test("P-LOOP-45 continue after an answer with empty queues, or with nothing at all, throws", async () => {
  const { agent } = agentWith([], { initialState: { messages: [answerOf([says("A")])] } });
  await expect(agent.continue()).rejects.toThrow("Cannot continue from message role: assistant");
  await expect(agentWith([]).agent.continue()).rejects.toThrow("Cannot continue: no messages in context");
  expect(agent.state.isStreaming).toBe(false);
});

test("continue after a user message asks the model with what is there", async () => {
  const { agent, requests } = agentWith([[says("A")], [says("B")]], { initialState: { messages: [user("Hi")] } });
  agent.followUp(user("after"));
  await agent.continue();
  expect(requests.map((request) => request.context.messages.map(textOf))).toEqual([["Hi"], ["Hi", "A", "after"]]);
});

test("P-LOOP-46 P-LOOP-48 an abort ends the run as aborted, and the next run works", async () => {
  const gated = gatedTool("wait");
  const { agent, events } = agentWith([[calls("wait")], [says("B")]], {
    initialState: { tools: [gated.tool] },
    abortGraceMs: 1,
  });
  const running = agent.prompt("Hi");
  await gated.started;
  expect(agent.signal?.aborted).toBe(false);
  agent.abort();
  expect(agent.signal?.aborted).toBe(true);
  await agent.waitForIdle();
  await running;
  expect(agent.state.messages.at(-1)).toMatchObject({ role: "assistant", stopReason: "aborted" });
  expect([agent.state.errorMessage, agent.signal, outline(events).at(-1)]).toEqual([
    "The run was aborted.",
    undefined,
    "agent_end",
  ]);
  await agent.prompt("again");
  expect([textOf(agent.state.messages.at(-1)), agent.state.errorMessage]).toEqual(["B", undefined]);
});

test("P-LOOP-47 waitForIdle resolves at once when idle, else after the listeners of agent_end", async () => {
  const { agent } = agentWith([[says("A")]]);
  await agent.waitForIdle();
  let handled = false;
  agent.subscribe(async (event) => {
    if (event.type !== "agent_end") return;
    await new Promise((resolve) => setImmediate(resolve));
    expect(agent.state.isStreaming).toBe(true);
    handled = true;
  });
  const running = agent.prompt("Hi");
  await agent.waitForIdle();
  expect(handled).toBe(true);
  await running;
});

test("P-LOOP-49 P-LOOP-50 P-LOOP-51 the state follows the events", async () => {
  const seen: unknown[] = [];
  const { agent } = agentWith([[calls("ls")], [says("Done")]], { initialState: { tools: [tool("ls")] } });
  agent.subscribe((event) => {
    const { messages, pendingToolCalls, isStreaming, streamingMessage } = agent.state;
    if (event.type === "message_update") return;
    const role = "message" in event ? ` ${event.message.role}` : "";
    seen.push([event.type + role, messages.length, [...pendingToolCalls], isStreaming, streamingMessage?.role]);
  });
  const running = agent.prompt("Hi");
  expect(agent.state.isStreaming).toBe(true);
  await running;
  expect(seen).toEqual([
    ["agent_start", 0, [], true, undefined],
    ["turn_start", 0, [], true, undefined],
    ["message_start user", 0, [], true, "user"],
    ["message_end user", 1, [], true, undefined],
    ["message_start assistant", 1, [], true, "assistant"],
    ["message_end assistant", 2, [], true, undefined],
    ["tool_execution_start", 2, ["call-ls"], true, undefined],
    ["tool_execution_end", 2, [], true, undefined],
    ["message_start toolResult", 2, [], true, "toolResult"],
    ["message_end toolResult", 3, [], true, undefined],
    ["turn_end assistant", 3, [], true, undefined],
    ["turn_start", 3, [], true, undefined],
    ["message_start assistant", 3, [], true, "assistant"],
    ["message_end assistant", 4, [], true, undefined],
    ["turn_end assistant", 4, [], true, undefined],
    ["agent_end", 4, [], true, undefined],
  ]);
  expect(agent.state.isStreaming).toBe(false);
});

test("P-LOOP-52 a stream function that throws gives an error answer without usage, and the run ends", async () => {
  const { agent, events } = agentWith([], { streamFn: () => Promise.reject(new Error("no route")) });
  await agent.prompt("Hi");
  expect(agent.state.messages.at(-1)).toEqual({
    ...answerOf([], { stopReason: "error", errorMessage: "no route", error: { code: "unknown" } }),
    timestamp: expect.any(Number),
  });
  expect([agent.state.errorMessage, outline(events).at(-1)]).toEqual(["no route", "agent_end"]);
});

test("P-LOOP-53 a slow listener delays the next event; an unsubscribed one gets none", async () => {
  const { agent } = agentWith([[says("A")], [says("B")]]);
  const order: string[] = [];
  const unsubscribe = agent.subscribe(async (event) => {
    await new Promise((resolve) => setImmediate(resolve));
    order.push(`slow ${event.type}`);
  });
  agent.subscribe((event) => void order.push(`fast ${event.type}`));
  await agent.prompt("Hi");
  expect(order.slice(0, 4)).toEqual(["slow agent_start", "fast agent_start", "slow turn_start", "fast turn_start"]);
  unsubscribe();
  order.length = 0;
  await agent.prompt("again");
  expect(order.some((line) => line.startsWith("slow"))).toBe(false);
});

test("a listener that joins while an event is told hears from the next one on", async () => {
  const { agent } = agentWith([[says("A")]]);
  const told: string[] = [];
  let joined = 0;
  const join = () => {
    const own = ++joined;
    const leave = agent.subscribe((event) => {
      told.push(`${own} ${event.type}`);
      leave();
      join();
    });
  };
  join();
  await agent.prompt("Hi");
  expect(told.slice(0, 2)).toEqual(["1 agent_start", "2 turn_start"]);
});

test("a throwing listener is reported, and neither the run nor the others notice", async () => {
  const reported: string[] = [];
  const { agent, events } = agentWith([[says("A")]], {
    onListenerError: (error, event) => void reported.push(`${event.type}: ${(error as Error).message}`),
  });
  agent.subscribe((event) => {
    if (event.type === "turn_start") throw new Error("at once");
  });
  agent.subscribe(async (event) => {
    if (event.type === "turn_end") throw new Error("later");
  });
  const last: string[] = [];
  agent.subscribe((event) => void last.push(event.type));
  await agent.prompt("Hi");
  expect(reported).toEqual(["turn_start: at once", "turn_end: later"]);
  expect(last).toEqual(events.map((event) => event.type));
  expect(textOf(agent.state.messages.at(-1))).toBe("A");
});

test("what cannot be recorded ends the run before it takes effect", async () => {
  let ran = false;
  const ls = tool("ls", async () => {
    ran = true;
    return textResult("listed");
  });
  const { agent, events } = agentWith([[calls("ls")]], {
    initialState: { tools: [ls] },
    recordEvent: async (event) => {
      if (event.type === "message_end" && event.message.role === "assistant") throw new Error("disk full");
    },
  });
  await agent.prompt("Hi");
  expect([ran, agent.state.errorMessage, agent.state.isStreaming]).toEqual([false, "disk full", false]);
  expect(outline(events).slice(-3)).toEqual(["message_end assistant", "turn_end", "agent_end"]);
});

test("P-SESS-9 an event is recorded before a listener sees it", async () => {
  const order: string[] = [];
  const { agent } = agentWith([[says("A")]], { recordEvent: (event) => void order.push(`record ${event.type}`) });
  agent.subscribe((event) => void order.push(`listen ${event.type}`));
  await agent.prompt("Hi");
  const recorded = order.filter((_, index) => index % 2 === 0);
  const heard = order.filter((_, index) => index % 2 === 1);
  expect(recorded.map((line) => line.replace("record", "listen"))).toEqual(heard);
});

test("P-LOOP-60 two agents run at the same time without sharing anything", async () => {
  const [one, two] = [gatedTool("wait"), gatedTool("wait")];
  const first = agentWith([[calls("wait")], [says("first")]], { initialState: { tools: [one.tool] } });
  const second = agentWith([[calls("wait")], [says("second")]], { initialState: { tools: [two.tool] } });
  const running = [first.agent.prompt("a"), second.agent.prompt("b")];
  await Promise.all([one.started, two.started]);
  expect([first.agent.state.pendingToolCalls, second.agent.state.pendingToolCalls]).toEqual([
    new Set(["call-wait"]),
    new Set(["call-wait"]),
  ]);
  first.agent.steer(user("only first"));
  one.open();
  two.open();
  await Promise.all(running);
  expect(first.agent.state.messages.map(textOf)).toEqual(["a", "", "wait done", "only first", "first"]);
  expect(second.agent.state.messages.map(textOf)).toEqual(["b", "", "wait done", "second"]);
});

test("queues: peek follows the next batch, clearing empties, reset forgets messages and queues", async () => {
  const { agent } = agentWith([[says("A")]], { initialState: { systemPrompt: "Be brief.", tools: [tool("ls")] } });
  const [a, b, c] = [user("a"), user("b"), user("c")] as [AgentMessage, AgentMessage, AgentMessage];
  agent.followUp(c);
  expect(agent.peekQueuedMessages()).toEqual([c]);
  agent.steer(a);
  agent.steer(b);
  expect(agent.peekQueuedMessages()).toEqual([a]);
  agent.steeringMode = "all";
  expect([agent.peekQueuedMessages(), agent.steeringMode, agent.followUpMode]).toEqual([
    [a, b],
    "all",
    "one-at-a-time",
  ]);
  agent.clearSteeringQueue();
  expect(agent.peekQueuedMessages()).toEqual([c]);
  agent.clearFollowUpQueue();
  expect(agent.hasQueuedMessages()).toBe(false);
  await agent.prompt("Hi");
  agent.steer(a);
  agent.followUp(b);
  agent.reset();
  expect([agent.state.messages, agent.hasQueuedMessages(), agent.state.systemPrompt, agent.state.tools.length]).toEqual(
    [[], false, "Be brief.", 1],
  );
});

test("an agent is not reset while it runs", async () => {
  const { agent } = agentWith([[says("A")]]);
  const run = agent.prompt("Hi");
  expect(() => agent.reset()).toThrow(expect.objectContaining({ code: "busy" }));
  await run;
  agent.reset();
  expect(agent.state.messages).toEqual([]);
});

test("arrays assigned to the state are copied, and a run works on a copy of its own", async () => {
  const { agent, requests } = agentWith([[calls("ls")], [says("A")]]);
  const tools = [tool("ls")];
  const messages = [user("before")];
  agent.state.tools = tools;
  agent.state.messages = messages;
  tools.length = 0;
  messages.length = 0;
  expect([agent.state.tools.length, agent.state.messages.length]).toEqual([1, 1]);
  await agent.prompt("Hi");
  expect(requests[1]?.context.messages.map(textOf)).toEqual(["before", "Hi", "", "ls done"]);
});

test("settings reach the request and can be changed between runs", async () => {
  const { agent, requests } = agentWith([[says("A")], [says("B")]], { sessionId: "s-1", thinkingBudgets: { low: 5 } });
  agent.state.thinkingLevel = "low";
  await agent.prompt("Hi");
  agent.state.thinkingLevel = "off";
  agent.sessionId = undefined;
  agent.thinkingBudgets = undefined;
  await agent.prompt("Hi");
  const [first, second] = requests.map(({ options: { signal, ...options } }) => [
    signal instanceof AbortSignal,
    options,
  ]);
  expect([first, second]).toEqual([
    [true, { reasoning: "low", sessionId: "s-1", thinkingBudgets: { low: 5 }, transport: "auto" }],
    [true, { transport: "auto" }],
  ]);
});

test("interruptMode immediate: steering leaves out the calls not yet started", async () => {
  const first = tool("first", async () => {
    agent.steer(user("stop"));
    return textResult("first done");
  });
  const { agent } = agentWith([[calls("first"), calls("second")], [says("Done")]], {
    initialState: { tools: [first, tool("second")] },
    toolExecution: "sequential",
    interruptMode: "immediate",
  });
  await agent.prompt("Hi");
  expect(agent.state.messages.map(textOf)).toEqual([
    "Hi",
    "",
    "first done",
    "Skipped due to queued user message.",
    "stop",
    "Done",
  ]);
});

test("what is set on the agent while it runs holds from the next request on, and a hook's choice stays", async () => {
  const other = { ...model, id: "scripted-2" };
  const extra = tool("extra");
  const change = tool("change", async () => {
    Object.assign(agent.state, { model: other, thinkingLevel: "high", systemPrompt: "New.", tools: [change, extra] });
    return textResult("changed");
  });
  const answers = [[calls("change")], [calls("extra")], [says("Done")]];
  const { agent, requests } = agentWith(answers, { initialState: { tools: [change], systemPrompt: "Old." } });
  const updates = [undefined, { thinkingLevel: "low" as const }];
  agent.prepareNextTurn = () => updates.shift();
  await agent.prompt("Hi");
  const seen = requests.map(({ model: asked, options, context }) => [
    asked.id,
    options.reasoning,
    context.systemPrompt,
    context.tools?.map((each) => each.name),
    context.messages.length,
  ]);
  expect(seen).toEqual([
    ["scripted-1", undefined, "Old.", ["change"], 1],
    ["scripted-2", "high", "New.", ["change", "extra"], 3],
    ["scripted-2", "low", "New.", ["change", "extra"], 5],
  ]);
});

test("the agent's own prepareRequest sees what was set and has the last word", async () => {
  const seen: unknown[] = [];
  const { agent, requests } = agentWith([[says("A")]], {
    prepareRequest: ({ thinkingLevel, context }) => {
      seen.push(thinkingLevel, context.messages.length);
      return { thinkingLevel: "max", context: { ...context, messages: [user("replaced")] } };
    },
  });
  agent.state.thinkingLevel = "low";
  await agent.prompt("Hi");
  expect(seen).toEqual(["low", 1]);
  expect([requests[0]?.options.reasoning, requests[0]?.context.messages.map(textOf)]).toEqual(["max", ["replaced"]]);
});

test("messages given as a function are read when they are first asked for, once", () => {
  let reads = 0;
  const messages = () => {
    reads++;
    return [{ role: "user" as const, content: "before", timestamp: 1 }];
  };
  const agent = new Agent({ initialState: { messages } });
  expect([agent.hasLoadedMessages, reads]).toEqual([false, 0]);
  expect(agent.state.messages).toEqual([{ role: "user", content: "before", timestamp: 1 }]);
  expect([agent.state.messages.length, agent.hasLoadedMessages, reads]).toEqual([1, true, 1]);
});
