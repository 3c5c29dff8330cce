import type { AgentSessionEvent } from "../../core/session/session-event.ts";

/**
 * How often in a row a call, or a sequence of calls, may occur with the same outcome. A call that polls for something changes its outcome
 * sooner or later.
 */
const LIMIT = 8;
/** The most calls that a repeated sequence may consist of. */
const LONGEST_CIRCLE = 4;

/** Detects that a model repeats one call, or the same sequence of a few calls, with the same outcome. */
export class RepeatedCalls {
  private readonly calls = new Map<string, string>();
  /** The latest calls with their outcomes, newest first. */
  private readonly recent: string[] = [];
  /** By sequence length n: how many calls in a row were equal to the call n before them. */
  private readonly repeats = new Map<number, number>();

  /** Returns the name of the tool when the limit is reached. */
  follow(event: AgentSessionEvent): string | undefined {
    // Calls made by a tool are not counted.
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
