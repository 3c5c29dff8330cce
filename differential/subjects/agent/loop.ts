import * as fc from "fast-check";
import type { Library } from "../../library.ts";
import { subject } from "../../subject.ts";
import { anonymous } from "../anonymous.ts";
import { scriptedAnswers } from "../scripted-answers.ts";
import { scriptedModel, scriptedStream } from "../scripted-stream.ts";

const mode = fc.constantFrom(undefined, "sequential" as const, "parallel" as const);
const hook = fc.constantFrom(undefined, "block", "block-terminate", "replace", "terminate");

export const loopSubjects = [
  subject({
    name: "agent/run-loop",
    inputs: fc.record({ answers: scriptedAnswers, mode, hook, steer: fc.nat(2), followUp: fc.nat(2) }),
    runs: 300,
    run: async (library, { answers, mode, hook, steer, followUp }) => {
      const { stream, requests } = scriptedStream(library, answers);
      const events: unknown[] = [];
      const queues = { steer, followUp };
      const take = (name: "steer" | "followUp") => {
        if (queues[name] === 0) return [];
        queues[name]--;
        return [{ role: "user", content: name, timestamp: 1 }];
      };
      const config = {
        model: scriptedModel,
        convertToLlm: (messages: unknown) => messages,
        getSteeringMessages: () => Promise.resolve(take("steer")),
        getFollowUpMessages: () => Promise.resolve(take("followUp")),
        ...(mode ? { toolExecution: mode } : {}),
        ...hooks(hook),
      };
      const prompt = { role: "user", content: "go", timestamp: 1 };
      const context = { messages: [], systemPrompt: "Be brief.", tools: tools() };
      const messages = await library.agent.runAgentLoop(
        [prompt] as never,
        context as never,
        config as never,
        (event) => void events.push(shape(event)),
        undefined,
        stream as never,
      );
      return anonymous(conversation({ events, messages, requests }));
    },
  }),
  subject({
    name: "agent/loop-stream",
    inputs: fc.record({ answers: scriptedAnswers, resume: fc.boolean() }),
    runs: 150,
    run: async (library, { answers, resume }) => {
      const { stream } = scriptedStream(library, answers);
      const config = { model: scriptedModel, convertToLlm: (messages: unknown) => messages } as never;
      const prompt = { role: "user", content: "go", timestamp: 1 };
      const events = resume
        ? library.agent.agentLoopContinue(
            { messages: [prompt], tools: tools() } as never,
            config,
            undefined,
            stream as never,
          )
        : library.agent.agentLoop(
            [prompt] as never,
            { messages: [], tools: tools() } as never,
            config,
            undefined,
            stream as never,
          );
      const seen: unknown[] = [];
      for await (const event of events) seen.push(shape(event));
      return anonymous(conversation({ events: seen, messages: await events.result() }));
    },
  }),
  subject({
    name: "agent/loop-continue",
    inputs: fc.constantFrom("user", "assistant", "none", "toolResult"),
    runs: 8,
    run: async (library, last) => {
      const { stream } = scriptedStream(library, []);
      const messages = {
        user: [{ role: "user", content: "a", timestamp: 1 }],
        assistant: [
          { role: "user", content: "a", timestamp: 1 },
          { role: "assistant", content: [], stopReason: "stop", timestamp: 1 },
        ],
        none: [],
        toolResult: [{ role: "toolResult", toolCallId: "c", toolName: "t", content: [], isError: false, timestamp: 1 }],
      }[last];
      const events: unknown[] = [];
      const config = { model: scriptedModel, convertToLlm: (list: unknown) => list } as never;
      await library.agent.runAgentLoopContinue(
        { messages, tools: [] } as never,
        config,
        (event) => void events.push(shape(event)),
        undefined,
        stream as never,
      );
      return anonymous(events);
    },
  }),
  subject({
    name: "agent/agent",
    inputs: fc.record({
      answers: scriptedAnswers,
      steps: fc.array(
        fc.constantFrom(
          "prompt",
          "prompt-image",
          "steer",
          "follow-up",
          "clear",
          "continue",
          "reset",
          "prompt-while",
          "steer-while",
          "abort-while",
        ),
        { maxLength: 4 },
      ),
      steeringMode: fc.constantFrom(undefined, "all" as const, "one-at-a-time" as const),
    }),
    runs: 200,
    run: async (library, { answers, steps, steeringMode }) => {
      const { stream, requests } = scriptedStream(library, answers);
      const agent = new library.agent.Agent({
        streamFn: stream as never,
        initialState: { model: scriptedModel, tools: tools(), systemPrompt: "Be brief." } as never,
        ...(steeringMode ? { steeringMode } : {}),
      } as never);
      const events: unknown[] = [];
      agent.subscribe((event) => void events.push(shape(event)));
      const outcomes: unknown[] = [];
      for (const step of steps) outcomes.push(await doStep(agent, step));
      return anonymous({
        outcomes,
        ...conversation({ events, requests, messages: agent.state.messages }),
        state: {
          streaming: agent.state.isStreaming,
          error: typeof agent.state.errorMessage,
          level: agent.state.thinkingLevel,
          pending: agent.state.pendingToolCalls.size,
          queued: agent.hasQueuedMessages(),
        },
      });
    },
  }),
  subject({
    name: "agent/system-message",
    inputs: fc.record({ prompt: fc.constantFrom(undefined, "Be brief."), withTools: fc.boolean(), run: fc.boolean() }),
    runs: 12,
    run: async (library, { prompt, withTools, run }) => {
      const { stream, requests } = scriptedStream(library, []);
      const initialState = {
        model: scriptedModel,
        ...(withTools ? { tools: tools() } : {}),
        ...(prompt === undefined ? {} : { systemPrompt: prompt }),
      };
      const agent = new library.agent.Agent({
        streamFn: stream as never,
        initialState: initialState as never,
      } as never);
      const events: string[] = [];
      agent.subscribe((event) => void events.push(event.type));
      if (run) await agent.prompt("hello");
      return {
        roles: agent.state.messages.map((message) => message.role),
        prompt: agent.state.systemPrompt,
        tools: agent.state.tools.length,
        events,
        requests,
      };
    },
  }),
  subject({
    name: "agent/agent-defaults",
    inputs: fc.constant("defaults"),
    runs: 1,
    run: ({ agent }) => {
      agent.setDefaultStreamFn?.(undefined);
      const made = new agent.Agent({
        streamFn: (() => undefined) as never,
        initialState: { model: scriptedModel } as never,
      } as never);
      return {
        level: made.state.thinkingLevel,
        prompt: made.state.systemPrompt,
        tools: made.state.tools,
        messages: made.state.messages,
        steering: made.steeringMode,
        followUp: made.followUpMode,
        transport: made.transport,
        execution: made.toolExecution,
        signal: made.signal,
      };
    },
  }),
];

type Agent = InstanceType<Library["agent"]["Agent"]>;

async function doStep(agent: Agent, step: string): Promise<unknown> {
  const message = (content: string) => ({ role: "user" as const, content, timestamp: 1 });
  try {
    if (step === "prompt") await agent.prompt("hello");
    else if (step === "prompt-image")
      await agent.prompt("look", [{ type: "image", data: "QUJD", mimeType: "image/png" }]);
    else if (step === "steer") agent.steer(message("steered") as never);
    else if (step === "follow-up") agent.followUp(message("followed") as never);
    else if (step === "clear") agent.clearAllQueues();
    else if (step === "continue") await agent.continue();
    else if (step === "reset") agent.reset();
    else return await whileRunning(agent, step, message("meanwhile"));
    return "ok";
  } catch {
    return "throws";
  }
}

async function whileRunning(agent: Agent, step: string, message: object): Promise<string> {
  const running = agent.prompt("start");
  let outcome = "ok";
  if (step === "steer-while") agent.steer(message as never);
  if (step === "abort-while") agent.abort();
  if (step === "prompt-while")
    outcome = await agent.prompt("second").then(
      () => "ok",
      () => "second throws",
    );
  await running;
  return outcome;
}

function tools(): unknown[] {
  const parameters = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };
  const result = (text: string) => ({ content: [{ type: "text", text }], details: { text } });
  const tool = (
    name: string,
    execute: (
      id: string,
      args: { text: string },
      signal?: AbortSignal,
      onUpdate?: (partial: unknown) => void,
    ) => unknown,
  ) => ({ name, label: name, description: name, parameters, execute });
  return [
    tool("echo", async (_id, { text }, _signal, onUpdate) => {
      onUpdate?.(result("part"));
      return result(`echo ${text}`);
    }),
    tool("fails", () => Promise.reject(new Error("it failed"))),
    tool("slow", async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return result("slow");
    }),
    tool("stops", () => Promise.resolve({ ...result("stop"), terminate: true })),
  ];
}

function hooks(name: string | undefined): object {
  if (name === undefined) return {};
  if (name.startsWith("block"))
    return {
      beforeToolCall: () =>
        Promise.resolve({ block: true, reason: "not allowed", terminate: name === "block-terminate" }),
    };
  if (name === "replace")
    return { afterToolCall: () => Promise.resolve({ content: [{ type: "text", text: "replaced" }], isError: true }) };
  return { afterToolCall: () => Promise.resolve({ terminate: true }) };
}

/** An event without the live message that both keep changing, and error texts as such. */
function shape(event: object): unknown {
  const copy = JSON.parse(JSON.stringify(event)) as Record<string, unknown> & {
    assistantMessageEvent?: { partial?: unknown };
  };
  // What an error says is wording.
  if (copy.type === "tool_execution_end" && copy.isError === true) copy.result = "[error]";
  if (copy.type === "message_update") {
    delete copy.message;
    delete copy.assistantMessageEvent?.partial;
  }
  return copy;
}

interface Conversation {
  readonly events: readonly unknown[];
  readonly messages: readonly unknown[];
  readonly requests?: readonly unknown[];
}

/** The conversation without system messages, which are compared on their own, and with the presence of an error's text only. */
function conversation({ events, messages, requests }: Conversation): object {
  return { events: clean(events), messages: clean(messages), requests: clean(requests) };
}

function clean(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => item !== "system" && !isSystem(item)).map(clean);
  if (typeof value !== "object" || value === null) return value;
  const isFailure = "isError" in value && value.isError === true;
  const entries = Object.entries(value).map(([key, member]) => {
    if (key === "errorMessage") return [key, typeof member];
    return [key, key === "content" && isFailure ? "[text of an error]" : clean(member)];
  });
  // How long a tool took is told by ours only.
  return Object.fromEntries(entries.filter(([key]) => key !== "durationMs"));
}

function isSystem(item: unknown): boolean {
  const message = (item as { message?: unknown } | null)?.message ?? item;
  return (message as { role?: string } | null)?.role === "system";
}
