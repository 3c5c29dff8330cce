import type { Context, Message } from "@tau/ai";
import { expect, test } from "vitest";
import { type AgentLoopConfig, agentLoop, defaultConvertToLlm, setDefaultStreamFn } from "../../src/index.ts";
import { textOf, user } from "../support/events.ts";
import { run } from "../support/run.ts";
import { calls, model, says, scripted } from "../support/scripted-model.ts";
import { tool } from "../support/tools.ts";

test("P-LOOP-15 transformContext comes before convertToLlm on every turn and gets the signal", async () => {
  const steps: unknown[] = [];
  const { signal } = new AbortController();
  const { requests } = await run([[calls("ls")], [says("Done")]], {
    signal,
    context: { tools: [tool("ls")] },
    config: {
      transformContext: async (messages, given) => {
        steps.push(["transform", messages.length, given === signal]);
        return messages.slice(-1);
      },
      convertToLlm: (messages) => {
        steps.push(["convert", messages.length]);
        return defaultConvertToLlm(messages);
      },
    },
  });
  expect(steps).toEqual([
    ["transform", 1, true],
    ["convert", 1],
    ["transform", 3, true],
    ["convert", 1],
  ]);
  expect(requests.map((request) => request.context.messages.length)).toEqual([1, 1]);
});

test("P-LOOP-17 getApiKey is asked once per request and wins over apiKey, which stands in where it knows none", async () => {
  const asked: string[] = [];
  const keys = ["first", undefined];
  const { requests } = await run([[calls("ls")], [says("Done")]], {
    context: { tools: [tool("ls")] },
    config: {
      apiKey: "fixed",
      getApiKey: async (provider) => {
        asked.push(provider);
        return keys.shift();
      },
    },
  });
  expect(asked).toEqual(["script", "script"]);
  expect(requests.map((request) => request.options.apiKey)).toEqual(["first", "fixed"]);
});

test("P-LOOP-18 a stream function may return a promise of its stream", async () => {
  const { streamFn } = scripted([says("Hello")]);
  const config: AgentLoopConfig = { model, convertToLlm: defaultConvertToLlm };
  const later: typeof streamFn = async (...request) => await streamFn(...request);
  const messages = await agentLoop([user("Hi")], { messages: [] }, config, undefined, later).result();
  expect(messages.map(textOf)).toEqual(["Hi", "Hello"]);
});

test("the request carries prompt, tools, stream options and signal, and none of the loop's hooks", async () => {
  const { signal } = new AbortController();
  const ls = tool("ls");
  const { requests } = await run([[says("A")]], {
    signal,
    context: { systemPrompt: "Be brief.", tools: [ls] },
    config: { temperature: 0.5, reasoning: "high", sessionId: "s", toolExecution: "parallel", abortGraceMs: 1 },
  });
  expect(requests).toEqual([
    {
      model,
      context: { systemPrompt: "Be brief.", tools: [ls], messages: [user("Hi")] },
      options: { temperature: 0.5, reasoning: "high", sessionId: "s", signal },
    },
  ]);
});

test("prepareRequest replaces context, model and thinking level for this and later requests", async () => {
  const other = { ...model, id: "scripted-2" };
  let asked = 0;
  const { requests, messages } = await run([[calls("ls")], [says("Done")]], {
    context: { tools: [tool("ls")] },
    config: {
      reasoning: "low",
      prepareRequest: ({ context, thinkingLevel }) => {
        asked++;
        if (asked > 1) return undefined;
        expect(thinkingLevel).toBe("low");
        return { context: { ...context, messages: [user("replaced")] }, model: other, thinkingLevel: "off" };
      },
    },
  });
  expect(requests.map((request) => [request.model.id, request.options.reasoning])).toEqual([
    ["scripted-2", undefined],
    ["scripted-2", undefined],
  ]);
  expect(requests[1]?.context.messages.map((message) => message.role)).toEqual(["user", "assistant", "toolResult"]);
  expect(textOf(requests[1]?.context.messages[0])).toBe("replaced");
  expect(textOf(messages[0])).toBe("Hi");
});

test("prepareNextTurn runs after turn_end, only when the loop goes on, and may add messages before the queued ones", async () => {
  const order: string[] = [];
  const queued = [[], [user("steered")], []];
  const { requests } = await run([[calls("ls")], [says("Done")]], {
    context: { tools: [tool("ls")] },
    onEvent: (event) => void order.push(event.type),
    config: {
      getSteeringMessages: async () => queued.shift() ?? [],
      prepareNextTurn: ({ toolResults, newMessages }) => {
        order.push(`prepareNextTurn ${toolResults.length} ${newMessages.length}`);
        return { messages: [user("note")], thinkingLevel: "max" };
      },
    },
  });
  expect(order.filter((line) => line.startsWith("prepareNextTurn") || line.startsWith("turn"))).toEqual([
    "turn_start",
    "turn_end",
    "prepareNextTurn 1 3",
    "turn_start",
    "turn_end",
  ]);
  expect(requests[1]?.context.messages.slice(-2).map(textOf)).toEqual(["note", "steered"]);
  expect(requests[1]?.options.reasoning).toBe("max");
});

test("finishTurn sees the turn before turn_end, and may end the run or ask for one more request", async () => {
  const order: string[] = [];
  const ended = await run([[calls("ls")]], {
    context: { tools: [tool("ls")] },
    onEvent: (event) => void order.push(event.type),
    config: {
      getSteeringMessages: async () => [],
      finishTurn: ({ message, toolResults, context }) => {
        order.push(`finishTurn ${message.role} ${toolResults.length} ${context.messages.length}`);
        return { action: "end" };
      },
    },
  });
  expect(ended.requests.length).toBe(1);
  expect(order.slice(-3)).toEqual(["finishTurn assistant 1 3", "turn_end", "agent_end"]);

  const decisions = [{ action: "continue" } as const, undefined];
  const continued = await run([[says("A")], [says("B")]], { config: { finishTurn: () => decisions.shift() } });
  expect(continued.messages.map(textOf)).toEqual(["Hi", "A", "B"]);

  const satisfied = [{ action: "continue" } as const, undefined];
  const withTool = await run([[calls("ls")], [says("B")]], {
    context: { tools: [tool("ls")] },
    config: { finishTurn: () => satisfied.shift() },
  });
  expect(withTool.requests.length).toBe(2);
});

test("without a stream function the default one is used, and its absence is said", async () => {
  const config: AgentLoopConfig = { model, convertToLlm: defaultConvertToLlm };
  expect(() => agentLoop([user("Hi")], { messages: [] }, config)).toThrow("setDefaultStreamFn()");
  setDefaultStreamFn(scripted([says("A")]).streamFn);
  try {
    const messages = await agentLoop([user("Hi")], { messages: [] }, config).result();
    expect(messages.map(textOf)).toEqual(["Hi", "A"]);
  } finally {
    setDefaultStreamFn(undefined);
  }
});

test("a converter that returns the run's own list does not let the answer into its request", async () => {
  const { streamFn, requests } = scripted([says("A")]);
  const given: Context[] = [];
  const following: typeof streamFn = (...request) => {
    given.push(request[1]);
    return streamFn(...request);
  };
  const identity: AgentLoopConfig = { model, convertToLlm: (messages) => messages as Message[] };
  await agentLoop([user("Hi")], { messages: [] }, identity, undefined, following).result();
  expect(given[0]?.messages).toEqual(requests[0]?.context.messages);
});
