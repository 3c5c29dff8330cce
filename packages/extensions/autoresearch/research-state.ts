/** How an attempt ended. `broken`: the check or the measurement failed. `empty`: nothing was changed. */
export type AttemptStatus = "running" | "kept" | "dropped" | "broken" | "empty" | "failed" | "interrupted";

export interface Attempt {
  readonly number: number;
  readonly branch: string;
  readonly status: AttemptStatus;
  /** The measured figure. */
  readonly value?: number;
  /** What was changed. */
  readonly text?: string;
  readonly notes?: string;
  readonly reason?: string;
  /** Also of a dropped attempt, so that it can be looked at: git show <commit>. */
  readonly commit?: string;
  readonly cost?: number;
}

export interface ResearchOrder {
  readonly goal: string;
  readonly command: string;
  /** The number after this name in the output counts; otherwise the last number. */
  readonly name?: string;
  readonly direction: "lower" | "higher";
  /** A command that must succeed for an attempt to be kept. */
  readonly check?: string;
  /** How often the command runs for one figure; the median counts. */
  readonly runs: number;
  readonly limits: ResearchLimits;
}

export interface ResearchLimits {
  readonly attempts: number;
  readonly minutes: number;
  readonly cost: number;
  /** Attempts in a row without an improvement. */
  readonly futile: number;
  /** The figure that is good enough. */
  readonly target?: number;
}

/** Experiments on one metric, as the session's log keeps them. */
export interface Research extends ResearchOrder {
  /** The branch of the best result. */
  readonly branch: string;
  readonly startedAt: number;
  readonly baseline?: number;
  readonly best?: { readonly commit: string; readonly value: number };
  readonly attempts: readonly Attempt[];
  /** Why it has ended. Absent while it runs, and after a crash. */
  readonly ended?: string;
}

/** A line of the log: the start, an attempt that began or ended, or other changes. */
export type ResearchChange =
  | { readonly research: Research }
  | { readonly attempt: Attempt }
  | { readonly set: Partial<Pick<Research, "baseline" | "best">> & { readonly ended?: string | null } };

export function applyChange(research: Research | undefined, change: ResearchChange): Research | undefined {
  if ("research" in change) return change.research;
  if (!research) return undefined;
  if ("attempt" in change) {
    const others = research.attempts.filter(({ number }) => number !== change.attempt.number);
    return { ...research, attempts: [...others, change.attempt] };
  }
  const { ended, ...rest } = change.set;
  const { ended: before, ...kept } = research;
  const end = ended === undefined ? before : (ended ?? undefined);
  return { ...kept, ...rest, ...(end === undefined ? {} : { ended: end }) };
}

export function isBetter({ direction }: Pick<Research, "direction">, value: number, than: number): boolean {
  return direction === "lower" ? value < than : value > than;
}

/** Returns why the experiments have to stop, if they have to. */
export function stopReason(research: Research, now: number): string | undefined {
  const { limits, attempts, best, startedAt } = research;
  const ended = attempts.filter(({ status }) => status !== "interrupted" && status !== "running");
  const cost = attempts.reduce((sum, attempt) => sum + (attempt.cost ?? 0), 0);
  const lastKept = ended.findLastIndex(({ status }) => status === "kept");
  const futile = ended.length - 1 - lastKept;
  const { target } = limits;
  if (target !== undefined && best && !isBetter(research, target, best.value))
    return `the target of ${figureText(target)} is reached`;
  if (limits.attempts > 0 && ended.length >= limits.attempts)
    return `the limit of ${limits.attempts === 1 ? "1 attempt" : `${limits.attempts} attempts`} is reached`;
  if (limits.futile > 0 && futile >= limits.futile) return `${futile} attempts in a row brought no improvement`;
  if (limits.cost > 0 && cost >= limits.cost) return `the limit of $${limits.cost} is reached`;
  if (limits.minutes > 0 && now - startedAt >= limits.minutes * 60_000)
    return `the limit of ${limits.minutes === 1 ? "1 minute" : `${limits.minutes} minutes`} is reached`;
  return undefined;
}

export function betterWord({ direction }: Pick<Research, "direction">): string {
  return direction === "lower" ? "less" : "more";
}

/** Returns a number without digits that say nothing. */
export function figureText(value: number): string {
  return String(Number(value.toPrecision(6)));
}

/** Returns the report for the model and the user. */
export function reportText(research: Research): string {
  const { goal, baseline, best, branch, attempts, ended } = research;
  const kept = attempts.filter(({ status }) => status === "kept").length;
  const figures =
    baseline === undefined || !best
      ? "The start was not measured."
      : `${figureText(baseline)} at the start, ${figureText(best.value)} now; ${kept} of ${attempts.length} attempts kept.`;
  const lines = attempts.map(
    ({ number, status, value, text = "", reason, commit }) =>
      `- ${number} ${status}${value === undefined ? "" : ` ${figureText(value)}`}${commit ? ` (${commit.slice(0, 10)})` : ""}: ${text}${reason ? ` ${reason}` : ""}`,
  );
  const result = kept > 0 ? [`The result is the branch ${branch}. Take it over with: git merge ${branch}`] : [];
  return [`Experiments: ${goal}`, ended ? `Ended: ${ended}.` : "Not ended.", figures, ...result, ...lines].join("\n");
}
