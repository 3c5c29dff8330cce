/** What requests to models have used. */
export interface Use {
  requests: number;
  /** Prompt tokens that no cache had. */
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  /** In US dollars. */
  cost: number;
  /** Time in which models answered. */
  milliseconds: number;
}

export interface ToolUse {
  calls: number;
  errors: number;
  milliseconds: number;
}

/** One day of one session. */
export interface DayStats {
  prompts: number;
  /** By `provider/model`. */
  models: Record<string, Use>;
  tools: Record<string, ToolUse>;
}

/** One session file, by day (`2026-01-31`, in local time). */
export interface SessionStats {
  cwd: string;
  days: Record<string, DayStats>;
  /** Lines that could not be read. */
  brokenLines: number;
}

/** A row of a table: what it is about, and what it has used. */
export interface Row<T> {
  readonly name: string;
  readonly use: T;
}

export interface Stats {
  readonly from: string;
  readonly to: string;
  readonly sessions: number;
  readonly prompts: number;
  readonly total: Use;
  /** Every day from the first to the last, also those without use. */
  readonly days: readonly Row<Use>[];
  readonly models: readonly Row<Use>[];
  readonly projects: readonly Row<Use>[];
  readonly tools: readonly Row<ToolUse>[];
  /** Session files that could not be read, or not whole, with the reason. */
  readonly problems: readonly { readonly path: string; readonly reason: string }[];
}

export function emptyUse(): Use {
  return { requests: 0, input: 0, output: 0, cacheRead: 0, cacheWrite: 0, cost: 0, milliseconds: 0 };
}

export function emptyDay(): DayStats {
  return { prompts: 0, models: {}, tools: {} };
}

export function addUse(to: Use, more: Use): void {
  for (const key of Object.keys(to) as (keyof Use)[]) to[key] += more[key];
}

export function addTool(to: ToolUse, more: ToolUse): void {
  for (const key of Object.keys(to) as (keyof ToolUse)[]) to[key] += more[key];
}

export function tokensOf({ input, output, cacheRead, cacheWrite }: Use): number {
  return input + output + cacheRead + cacheWrite;
}

/** The part of the prompt tokens that a cache had; 0 without any. */
export function cacheShare({ input, cacheRead, cacheWrite }: Use): number {
  const prompt = input + cacheRead + cacheWrite;
  return prompt === 0 ? 0 : cacheRead / prompt;
}
