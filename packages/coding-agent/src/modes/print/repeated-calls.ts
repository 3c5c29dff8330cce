import type { AgentSessionEvent } from "../../core/session/session-event.ts";

/** So often in a row is no accident: a call that waits for something changes its outcome sooner or later. */
const LIMIT = 8;

/** Notices when a model makes one call again and again, with one and the same outcome. */
export class RepeatedCalls {
  private readonly calls = new Map<string, string>();
  private last = "";
  private count = 0;

  /** The name of the tool, once the limit is reached. */
  follow(event: AgentSessionEvent): string | undefined {
    if (event.type === "tool_execution_start") this.calls.set(event.toolCallId, JSON.stringify(event.args));
    if (event.type !== "tool_execution_end") return undefined;
    const call = `${event.toolName} ${this.calls.get(event.toolCallId)} ${JSON.stringify(event.result)}`;
    this.calls.delete(event.toolCallId);
    this.count = call === this.last ? this.count + 1 : 1;
    this.last = call;
    return this.count >= LIMIT ? event.toolName : undefined;
  }
}
