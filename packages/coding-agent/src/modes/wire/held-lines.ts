import { agentEventCoalescing } from "@tau/agent";
import type { AgentSessionEvent } from "../../core/session/session-event.ts";
import { serializeJsonLine } from "./serialize-json-line.ts";

/** Text that is ready, or a record that may still be joined with one to come. */
type Held = string | object;

/**
 * What a reader that lags has not taken yet. Deltas of one block become one, so that what is held grows with what was said and not with
 * the number of pieces it was said in; every other record stays as it was when it was written, and in its place.
 */
export class HeldLines {
  private held: Held[] = [];
  private next = 0;
  /** Where the records are that may still be joined: nothing of another kind has come since. */
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

  /** The lines from the oldest on, up to so many characters, but at least one. */
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

/** A reader who lags that far behind a command's output gets its end; the answer names the file with all of it. */
const KEPT_OUTPUT = 4_194_304;

/** Records with one key may become one. `undefined` for those that must stay as they are. */
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
