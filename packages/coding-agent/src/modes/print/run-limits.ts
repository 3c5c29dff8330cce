import { LONGEST_TIMER_MS } from "@tau/ai";
import type { Session } from "../../core/session/session.ts";
import type { AgentSessionEvent } from "../../core/session/session-event.ts";
import { RepeatedCalls } from "./repeated-calls.ts";

export interface RunLimits {
  readonly maxTurns?: number | undefined;
  /** In dollars. */
  readonly maxCost?: number | undefined;
  /** In seconds. */
  readonly timeout?: number | undefined;
}

export interface LimitWatch {
  /** Why the run was stopped. Undefined if it was not. */
  readonly reason: string | undefined;
  release(): void;
}

/** Stops an unattended run after too many turns, too much cost or too much time, or when the model repeats itself. */
export function watchLimits(session: Session, { maxTurns, maxCost, timeout }: RunLimits): LimitWatch {
  let calls: RepeatedCalls | undefined;
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
    // A turn without tool calls is the last one anyway.
    if (maxTurns !== undefined && turns >= maxTurns && toolResults.length > 0)
      stop(`Stopped after ${turns} ${turns === 1 ? "turn" : "turns"} (--max-turns).`);
  };
  const unsubscribe = session.subscribe(
    (event) => {
      if (event.type === "turn_end") onTurnEnd(event);
      if (event.type === "tool_execution_start") calls ??= new RepeatedCalls();
      const repeated = calls?.follow(event);
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
