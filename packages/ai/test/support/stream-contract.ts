import { expect } from "vitest";
import type { AssistantMessageEvent } from "../../src/index.ts";

/** P-AI-13…18 of one whole stream: its order, its indices, its live message, its single end. */
export function checkStreamContract(events: readonly AssistantMessageEvent[]): void {
  expect(events[0]?.type).toBe("start");
  const terminal = events.filter(({ type }) => type === "done" || type === "error");
  expect(terminal).toEqual([events.at(-1)]);
  const open = new Map<number, { kind: string; deltas: string }>();
  for (const event of events) {
    if ("partial" in event) expect(event.partial.role).toBe("assistant");
    if ("contentIndex" in event) checkBlockEvent(event, open);
  }
  if (events.at(-1)?.type === "done") expect(open.size).toBe(0);
  expect(JSON.stringify(events.at(-1))).not.toMatch(/partialJson|"index"/);
}

type BlockEvent = Extract<AssistantMessageEvent, { contentIndex: number }>;

function checkBlockEvent(event: BlockEvent, open: Map<number, { kind: string; deltas: string }>): void {
  const [kind = "", phase] = event.type.split("_");
  const block = open.get(event.contentIndex);
  if (phase === "start") {
    expect(block).toBeUndefined();
    open.set(event.contentIndex, { kind, deltas: "" });
    return;
  }
  expect(block?.kind).toBe(kind);
  if ("delta" in event) expect(event.delta).toBeTypeOf("string");
  if (block && "delta" in event) block.deltas += event.delta;
  if (phase !== "end") return;
  open.delete(event.contentIndex);
  if ("content" in event) expect(block?.deltas).toBe(event.content);
  if ("toolCall" in event && !event.toolCall.argumentsError) {
    expect(event.toolCall.arguments).toEqual(block?.deltas ? JSON.parse(block.deltas) : {});
  }
}
