import type { AssistantMessageEvent } from "@tau/ai";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Agent, type AgentEvent, agentEventCoalescing, Subscribers } from "../../src/index.ts";
import { outline, textOf } from "../support/events.ts";
import { answerOf, calls, model, says, scripted } from "../support/scripted-model.ts";
import { textResult, tool } from "../support/tools.ts";

const partial = answerOf([]);

function delta(text: string, contentIndex = 0): AgentEvent {
  const assistantMessageEvent = { type: "text_delta" as const, contentIndex, delta: text, partial };
  return { type: "message_update", message: partial, assistantMessageEvent };
}

function update(toolCallId: string, text: string): AgentEvent {
  return { type: "tool_execution_update", toolCallId, toolName: "bash", args: {}, partialResult: textResult(text) };
}

/** A subscriber that is busy with each event until the test lets it go on. */
function slowSubscriber() {
  const received: AgentEvent[] = [];
  let release = Promise.withResolvers<void>();
  return {
    received,
    subscriber: async (event: AgentEvent) => {
      received.push(event);
      await release.promise;
    },
    goOn: () => {
      release.resolve();
      release = { ...release, promise: Promise.resolve() };
    },
  };
}

function subscribersOf() {
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  return { errors, subscribers: new Subscribers<AgentEvent>({ coalescing: agentEventCoalescing, onError }) };
}

test("a subscriber that keeps up gets every event at once", () => {
  const { subscribers } = subscribersOf();
  const received: AgentEvent[] = [];
  subscribers.add((event) => void received.push(event));
  const events = [delta("a"), delta("b"), update("1", "x"), update("1", "y")];
  for (const [index, event] of events.entries()) {
    subscribers.publish(event);
    expect(received).toEqual(events.slice(0, index + 1));
  }
});

test("a slow one gets deltas joined and partial results replaced, and everything else in its place", async () => {
  const { subscribers } = subscribersOf();
  const slow = slowSubscriber();
  subscribers.add(slow.subscriber);
  const events: AgentEvent[] = [
    { type: "agent_start" },
    delta("a"),
    delta("b"),
    delta("x", 1),
    delta("c"),
    { type: "turn_start" },
    delta("d"),
    update("1", "one"),
    update("2", "two"),
    update("1", "one more"),
    { type: "turn_start" },
    update("1", "last"),
  ];
  for (const event of events) subscribers.publish(event);
  expect(slow.received).toEqual([{ type: "agent_start" }]);
  slow.goOn();
  await subscribers.settled();
  expect(slow.received).toEqual([
    { type: "agent_start" },
    delta("abc"),
    delta("x", 1),
    { type: "turn_start" },
    delta("d"),
    update("1", "one more"),
    update("2", "two"),
    { type: "turn_start" },
    update("1", "last"),
  ]);
});

test("a slow subscriber and a throwing one neither stall nor break a run", async () => {
  const { subscribers, errors } = subscribersOf();
  const slow = slowSubscriber();
  subscribers.add(slow.subscriber);
  subscribers.add(() => {
    throw new Error("at once");
  });
  subscribers.add(async () => {
    throw new Error("later");
  });
  const { streamFn } = scripted([says("Hello"), calls("ls")], [says("Done")]);
  const agent = new Agent({ streamFn, initialState: { model, tools: [tool("ls")] } });
  const all: AgentEvent[] = [];
  agent.subscribe((event) => {
    all.push(event);
    subscribers.publish(event);
  });
  await agent.prompt("Hi");
  expect(textOf(agent.state.messages.at(-1))).toBe("Done");
  expect(slow.received).toEqual([{ type: "agent_start" }]);
  slow.goOn();
  await subscribers.settled();
  const kept = (events: readonly AgentEvent[]) => outline(events).filter((line) => !line.endsWith("_delta"));
  expect(kept(slow.received)).toEqual(kept(all));
  expect(deltaText(slow.received)).toBe(deltaText(all));
  expect(slow.received.length).toBeLessThan(all.length);
  expect(errors.filter((error) => (error as Error).message === "at once").length).toBe(all.length);
  expect(errors.length).toBeGreaterThan(all.length);
});

test("observe is such a subscription on an agent; its errors go to onListenerError", async () => {
  const reported: unknown[] = [];
  const { streamFn } = scripted([says("Hello")]);
  const agent = new Agent({ streamFn, initialState: { model }, onListenerError: (error) => void reported.push(error) });
  const never = agent.observe(() => new Promise(() => undefined));
  agent.observe((event) => {
    if (event.type === "agent_end") throw new Error("no");
  });
  await agent.prompt("Hi");
  never();
  expect(reported).toEqual([new Error("no")]);
});

test("unsubscribing drops what waits", async () => {
  const { subscribers } = subscribersOf();
  const slow = slowSubscriber();
  const stop = subscribers.add(slow.subscriber);
  subscribers.publish({ type: "agent_start" });
  subscribers.publish({ type: "turn_start" });
  stop();
  slow.goOn();
  subscribers.publish({ type: "turn_start" });
  await subscribers.settled();
  await new Promise((resolve) => setImmediate(resolve));
  expect(slow.received).toEqual([{ type: "agent_start" }]);
});

test("whatever comes and however slow: the text is whole and nothing else is lost or moved", async () => {
  const event = fc.oneof(
    fc.record({ text: fc.string(), block: fc.nat(2) }).map(({ text, block }) => delta(text, block)),
    fc.constantFrom<AgentEvent>({ type: "turn_start" }, { type: "agent_start" }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(event), fc.array(fc.nat(3)), async (events, pauses) => {
      const { subscribers } = subscribersOf();
      const received: AgentEvent[] = [];
      subscribers.add(async (each) => {
        received.push(each);
        for (let pause = pauses[received.length] ?? 0; pause > 0; pause--) await Promise.resolve();
      });
      for (const each of events) {
        subscribers.publish(each);
        await Promise.resolve();
      }
      await subscribers.settled();
      expect(fences(received)).toEqual(fences(events));
    }),
  );
});

/** The text of each block between two other events. */
function fences(events: readonly AgentEvent[]): unknown[] {
  const parts: [Record<number, string>, string][] = [];
  let texts: Record<number, string> = {};
  for (const event of events) {
    if (event.type !== "message_update") {
      parts.push([texts, event.type]);
      texts = {};
    } else if (event.assistantMessageEvent.type === "text_delta") {
      const { contentIndex, delta: text } = event.assistantMessageEvent;
      texts[contentIndex] = (texts[contentIndex] ?? "") + text;
    }
  }
  return [...parts, texts];
}

function deltaText(events: readonly AgentEvent[]): string {
  const inner = events.flatMap((event): AssistantMessageEvent[] =>
    event.type === "message_update" ? [event.assistantMessageEvent] : [],
  );
  return inner.map((event) => (event.type === "text_delta" ? event.delta : "")).join("");
}
