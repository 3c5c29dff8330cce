import { LONGEST_TIMER_MS } from "@tau/ai";
import type { Session } from "../../core/session/session.ts";
import type { AgentSessionEvent } from "../../core/session/session-event.ts";

export interface RunLimits {
  readonly maxTurns?: number | undefined;
  /** Dollars. */
  readonly maxCost?: number | undefined;
  /** Seconds. */
  readonly timeout?: number | undefined;
}

export interface LimitWatch {
  /** Why the run was stopped, if it was. */
  readonly reason: string | undefined;
  release(): void;
}

/** Stops a run that nobody watches: after too many turns, too much money, too much time, or when it goes round in circles. */
export function watchLimits(session: Session, { maxTurns, maxCost, timeout }: RunLimits): LimitWatch {
  const calls = new RepeatedCalls();
  let reason: string | undefined;
  let turns = 0;
  const spentBefore = maxCost === undefined ? 0 : session.getSessionStats().cost;
  const stop = (why: string) => {
    reason ??= why;
    session.extensions?.awakened?.endBackground();
    void session.abort();
  };
  const onTurnEnd = ({ toolResults }: Extract<AgentSessionEvent, { type: "turn_end" }>) => {
    turns++;
    if (maxCost !== undefined && session.getSessionStats().cost - spentBefore > maxCost)
      return stop(`Stopped: more than $${maxCost} is spent (--max-cost).`);
    // A turn without tool calls is the last one anyhow.
    if (maxTurns !== undefined && turns >= maxTurns && toolResults.length > 0)
      stop(`Stopped after ${turns} ${turns === 1 ? "turn" : "turns"} (--max-turns).`);
  };
  const unsubscribe = session.subscribe(
    (event) => {
      if (event.type === "turn_end") onTurnEnd(event);
      const repeated = calls.follow(event);
      if (repeated) stop(`Stopped: the model repeats the same call of ${repeated} with the same outcome.`);
    },
    { isShown: false },
  );
  const late = () => stop(`Stopped after ${timeout} s (--timeout).`);
  const timer = timeout === undefined ? undefined : setTimeout(late, Math.min(timeout * 1000, LONGEST_TIMER_MS));
  return {
    get reason() {
      return reason;
    },
    release: () => {
      clearTimeout(timer);
      unsubscribe();
    },
  };
}

/** So often in a row is no accident: a call that waits for something changes its outcome sooner or later. */
const LIMIT = 8;
/** A circle may have a few calls in it. */
const LONGEST_CIRCLE = 4;

/** Notices when a model makes one call, or the same few, again and again, with one and the same outcome. */
class RepeatedCalls {
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
