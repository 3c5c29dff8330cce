import { LONGEST_TIMER_MS } from "@tau/ai";
import type { ChildLimits, ChildUsage } from "./child-state.ts";

export interface LimitWatch {
  /** The limit that was reached, if any. */
  readonly reason: string | undefined;
  /** Called at the end of each turn. `willContinue` is true if another turn would follow. */
  turnEnded(willContinue: boolean): void;
  release(): void;
}

/** Stops one run of a child when a limit is reached. Usage of earlier runs counts too. */
export function watchChildLimits(limits: ChildLimits, usage: () => ChildUsage, stop: () => void): LimitWatch {
  let reason: string | undefined;
  const reached = (why: string) => {
    reason ??= why;
    stop();
  };
  const { seconds } = limits;
  const left = seconds === undefined ? undefined : Math.max(0, seconds - usage().seconds) * 1000;
  const late = () => reached(`Stopped: the limit of ${seconds} s is reached.`);
  const timer = left === undefined ? undefined : setTimeout(late, Math.min(left, LONGEST_TIMER_MS));
  return {
    get reason() {
      return reason;
    },
    turnEnded(willContinue) {
      const { turns, tokens, cost } = usage();
      if (limits.cost !== undefined && cost > limits.cost) reached(`Stopped: more than $${limits.cost} is spent.`);
      else if (limits.tokens !== undefined && tokens > limits.tokens)
        reached(`Stopped: the limit of ${limits.tokens} tokens is reached.`);
      else if (willContinue && limits.turns !== undefined && turns >= limits.turns)
        reached(`Stopped: the limit of ${limits.turns} ${limits.turns === 1 ? "turn" : "turns"} is reached.`);
    },
    release: () => clearTimeout(timer),
  };
}
