import { openSync, writeSync } from "node:fs";
import type { AssistantMessage } from "@tau/ai";
import type { AgentSessionEvent } from "../src/core/session/session-event.ts";
import { toJsonEvent } from "../src/modes/wire/json-event.ts";
import { createLineSink } from "../src/modes/wire/line-sink.ts";

/** What the wire adds to serialising a delta: CPU per event in microseconds, medians of alternating rounds. */
const DELTAS = 20_000;
const ROUNDS = 15;

const nowhere = openSync("/dev/null", "w");
const events = deltas(DELTAS);
const rounds = Array.from({ length: ROUNDS }, () => {
  const all = cpuOf(() => {
    const sink = createLineSink({ write: (text) => writeSync(nowhere, text) });
    for (const event of events) sink.write(toJsonEvent(event));
    sink.flush();
  });
  const wire = events.map(toJsonEvent);
  const serialising = cpuOf(() => wire.reduce((length, event) => length + JSON.stringify(event).length, 0));
  return { serialising, above: all - serialising };
});
for (const key of ["serialising", "above"] as const)
  process.stdout.write(`${key.padEnd(12)}${median(rounds.map((round) => round[key])).toFixed(2)} us\n`);

function deltas(count: number): AgentSessionEvent[] {
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
  const usage = { input: 1, output: 2, cacheRead: 0, cacheWrite: 0, totalTokens: 3, cost };
  const partial = { role: "assistant", content: [{ type: "text", text: "" }], usage } as unknown as AssistantMessage;
  return Array.from({ length: count }, (_, index) => ({
    type: "message_update",
    message: partial,
    assistantMessageEvent: { type: "text_delta", contentIndex: 0, delta: `word ${index}`, partial },
  }));
}

function cpuOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / DELTAS;
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
