import { expect } from "vitest";
import type { AssistantMessageEvent, Usage } from "../../src/index.ts";

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
  const last = events.at(-1);
  checkUsage(last?.type === "done" ? last.message.usage : last?.type === "error" ? last.error.usage : undefined);
}

/** P-AI-21: every count and every price is a number, also where there is nothing to count. */
function checkUsage(usage: Usage | undefined): void {
  const { input, output, cacheRead, cacheWrite, totalTokens, cost } = usage ?? ({} as Usage);
  const numbers = [input, output, cacheRead, cacheWrite, totalTokens];
  const prices = [cost?.input, cost?.output, cost?.cacheRead, cost?.cacheWrite, cost?.total];
  expect([...numbers, ...prices].filter((each) => !Number.isFinite(each) || each < 0)).toEqual([]);
}

/** P-AI-16, while the stream runs: the live message holds at least what its events have told so far. */
export class LiveMessageCheck {
  private readonly told = new Map<number, string>();

  see(event: AssistantMessageEvent): void {
    if (!("contentIndex" in event)) return;
    const block = event.partial.content[event.contentIndex];
    const told = (this.told.get(event.contentIndex) ?? "") + ("delta" in event ? event.delta : "");
    this.told.set(event.contentIndex, told);
    if (block?.type === "toolCall") expect(block.arguments).toBeTypeOf("object");
    else expect((block?.type === "text" ? block.text : block?.thinking)?.startsWith(told)).toBe(true);
  }
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
