import type { AgentSessionEvent } from "../../core/session/session-event.ts";

/** So often in a row is no accident: a call that waits for something changes its outcome sooner or later. */
const LIMIT = 8;
/** A circle may have a few calls in it. */
const LONGEST_CIRCLE = 4;

/** Notices when a model makes one call, or the same few, again and again, with one and the same outcome. */
export class RepeatedCalls {
  private readonly calls = new Map<string, string>();
  /** The latest calls with their outcomes, newest first. */
  private readonly recent: string[] = [];
  /** How often in a row a call was the same as the one so many before it. */
  private readonly repeats = new Map<number, number>();

  /** The name of the tool, once the limit is reached. */
  follow(event: AgentSessionEvent): string | undefined {
    // What a tool calls is its own affair, however often it does.
    if ("parentToolCallId" in event) return undefined;
    if (event.type === "tool_execution_start") this.calls.set(event.toolCallId, JSON.stringify(event.args));
    if (event.type !== "tool_execution_end") return undefined;
    const call = `${event.toolName} ${this.calls.get(event.toolCallId)} ${JSON.stringify(event.result)}`;
    this.calls.delete(event.toolCallId);
    return this.goesRound(call) ? event.toolName : undefined;
  }

  private goesRound(call: string): boolean {
    let found = false;
    for (let length = 1; length <= LONGEST_CIRCLE; length++) {
      const count = call === this.recent[length - 1] ? (this.repeats.get(length) ?? 0) + 1 : 0;
      this.repeats.set(length, count);
      found ||= count >= (LIMIT - 1) * length;
    }
    this.recent.unshift(call);
    this.recent.length = Math.min(this.recent.length, LONGEST_CIRCLE);
    return found;
  }
}
