import { agentEventCoalescing } from "@tau/agent";
import type { AgentSessionEvent } from "../../core/session/session-event.ts";
import { serializeJsonLine } from "./serialize-json-line.ts";

/** Finished text, or a record that may still be joined with a later one. */
type Held = string | object;

/**
 * Lines that a slow reader has not taken yet. Deltas of one block are joined, so that memory grows with the text and not with the number of
 * deltas. Every other record keeps its content and its place.
 */
export class HeldLines {
  private held: Held[] = [];
  private next = 0;
  /** Positions of the records that may still be joined, because no record of another kind has followed. */
  private readonly joinable = new Map<string, number>();

  get isEmpty(): boolean {
    return this.next === this.held.length;
  }

  add(value: object): void {
    const key = joinKey(value);
    if (key === undefined) {
      this.joinable.clear();
      this.held.push(serializeJsonLine(value));
      return;
    }
    const place = this.joinable.get(key);
    const earlier = place === undefined ? undefined : this.held[place];
    if (place !== undefined && typeof earlier === "object") this.held[place] = joinEvents(earlier, value);
    else this.joinable.set(key, this.held.push(value) - 1);
  }

  /** Returns the oldest lines, up to this many characters but at least one line. */
  take(characters: number): string {
    this.joinable.clear();
    let text = "";
    while (!this.isEmpty && text.length < characters) {
      const line = this.held[this.next++] ?? "";
      text += typeof line === "string" ? line : serializeJsonLine(line);
    }
    if (this.isEmpty) {
      this.held = [];
      this.next = 0;
    }
    return text;
  }
}

type BashUpdate = Extract<AgentSessionEvent, { type: "bash_execution_update" }>;
type JoinableEvent = Parameters<typeof agentEventCoalescing.keyOf>[0];

/** A reader that is this many characters behind a command's output gets only the end. The answer names the file with the whole output. */
const KEPT_OUTPUT = 4_194_304;

/** Returns a key: records with the same key may be joined. `undefined` for records that must not be joined. */
function joinKey(value: object): string | undefined {
  if (isBashUpdate(value)) return `bash ${value.id}`;
  return "type" in value ? agentEventCoalescing.keyOf(value as JoinableEvent) : undefined;
}

function joinEvents(older: object, newer: object): object {
  if (!isBashUpdate(older) || !isBashUpdate(newer))
    return agentEventCoalescing.combine(older as JoinableEvent, newer as JoinableEvent);
  const delta = older.delta + newer.delta;
  return { ...newer, delta: delta.length > 2 * KEPT_OUTPUT ? delta.slice(-KEPT_OUTPUT) : delta };
}

function isBashUpdate(value: object): value is BashUpdate {
  return "type" in value && value.type === "bash_execution_update";
}
