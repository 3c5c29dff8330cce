import type { ExtensionContext } from "@tau/coding-agent";

/** A goal that the model works on. It is kept in the session's log. */
export interface Goal {
  readonly condition: string;
  /** A command of the user that succeeds if the goal is reached. */
  readonly check?: string;
  readonly limits: GoalLimits;
  /** How often the model was sent back to work. */
  readonly rounds: number;
  /** How many rounds in a row had no tool call. */
  readonly idleRounds: number;
  readonly startedAt: number;
  /** What the session had cost then. */
  readonly startCost: number;
}

export interface GoalLimits {
  readonly rounds: number;
  readonly minutes: number;
  readonly cost: number;
}

/** A model that only talks does not come closer to the goal. */
const MOST_IDLE_ROUNDS = 3;

/** Parses `/goal <condition> [--check '<command>'] [--rounds n] [--minutes n] [--cost n]`. */
export function parseGoal(text: string, defaults: GoalLimits): Pick<Goal, "condition" | "check" | "limits"> {
  let rest = text;
  const take = (name: string): string | undefined => {
    const match = new RegExp(`(?:^|\\s)--${name}[ =]("[^"]*"|'[^']*'|\\S+)`).exec(rest);
    if (!match) return undefined;
    rest = `${rest.slice(0, match.index)} ${rest.slice(match.index + match[0].length)}`;
    return (match[1] ?? "").replace(/^(["'])(.*)\1$/s, "$2");
  };
  const number = (name: string, otherwise: number): number => {
    const given = take(name);
    const value = given === undefined ? otherwise : Number(given);
    if (!(value >= 0)) throw new Error(`--${name} is "${given}", not a number.`);
    return value;
  };
  const check = take("check");
  const limits = {
    rounds: number("rounds", defaults.rounds),
    minutes: number("minutes", defaults.minutes),
    cost: number("cost", defaults.cost),
  };
  const unknown = /(?:^|\s)(--[a-z]\S*)/.exec(rest)?.[1];
  if (unknown) throw new Error(`There is no option ${unknown}. There are --check, --rounds, --minutes and --cost.`);
  const condition = rest.replace(/\s+/g, " ").trim() || (check ? `The command succeeds: ${check}` : "");
  if (condition === "") throw new Error("Say what must hold: /goal <condition> [--check '<command>']");
  return { condition, limits, ...(check ? { check } : {}) };
}

/** Returns why the work has to stop at the end of a round, if it has to. */
export function stopReason(goal: Goal, now: number, cost: () => number): string | undefined {
  const { limits, rounds, idleRounds } = goal;
  if (idleRounds >= MOST_IDLE_ROUNDS) return `the model did nothing for ${idleRounds} rounds`;
  // The first round is not one of those to which the model was sent back.
  if (limits.rounds > 0 && rounds + 1 >= limits.rounds)
    return `the limit of ${counted(limits.rounds, "round")} is reached`;
  return spentReason(goal, now, cost);
}

/** Returns why the work has to stop even within a round, if it has to. */
export function spentReason(goal: Goal, now: number, cost: () => number): string | undefined {
  const { limits, startedAt, startCost } = goal;
  if (limits.minutes > 0 && now - startedAt >= limits.minutes * 60_000)
    return `the limit of ${counted(limits.minutes, "minute")} is reached`;
  if (limits.cost > 0 && cost() - startCost >= limits.cost) return `the limit of $${limits.cost} is reached`;
  return undefined;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

/** Returns what the session has cost, with its agents. */
export function costOf({ sessionManager }: Pick<ExtensionContext, "sessionManager">): number {
  return sessionManager.getEntries().reduce((sum, entry) => {
    const source = entry.type === "message" ? entry.message : entry;
    return "usage" in source && source.usage ? sum + source.usage.cost.total : sum;
  }, 0);
}
