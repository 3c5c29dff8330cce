import type { Collected } from "./reading/collect-sessions.ts";
import { dayOf } from "./reading/count-entry.ts";
import {
  addTool,
  addUse,
  type DayStats,
  emptyUse,
  type Row,
  type SessionStats,
  type Stats,
  type ToolUse,
  tokensOf,
  type Use,
} from "./stats.ts";

export interface Period {
  readonly days: number;
  readonly today: Date;
  /** Only sessions of this folder. */
  readonly cwd?: string | undefined;
}

/** Adds up what sessions have used in a period. */
export function summarize({ sessions, problems }: Collected, { days, today, cwd }: Period): Stats {
  const names = daysUntil(today, days);
  const sums = new Sums(names);
  for (const session of sessions) if (cwd === undefined || session.cwd === cwd) sums.add(session);
  return {
    from: names[0] ?? "",
    to: names.at(-1) ?? "",
    sessions: sums.sessions,
    prompts: sums.prompts,
    total: sums.total,
    days: rowsOf(sums.days),
    models: rowsOf(sums.models).sort(byUse),
    projects: rowsOf(sums.projects).sort(byUse),
    tools: rowsOf(sums.tools).sort((a, b) => b.use.calls - a.use.calls || compare(a.name, b.name)),
    problems,
  };
}

class Sums {
  readonly days: Map<string, Use>;
  readonly models = new Map<string, Use>();
  readonly projects = new Map<string, Use>();
  readonly tools = new Map<string, ToolUse>();
  readonly total = emptyUse();
  prompts = 0;
  sessions = 0;

  constructor(days: readonly string[]) {
    this.days = new Map(days.map((name) => [name, emptyUse()]));
  }

  add({ cwd, days }: SessionStats): void {
    const counted = Object.entries(days).filter(([day]) => this.days.has(day));
    for (const [day, stats] of counted) this.addDay(day, cwd, stats);
    if (counted.length > 0) this.sessions++;
  }

  private addDay(day: string, cwd: string, { prompts, models, tools }: DayStats): void {
    this.prompts += prompts;
    for (const [model, use] of Object.entries(models)) {
      const sums = [this.total, sumOf(this.days, day), sumOf(this.models, model), sumOf(this.projects, cwd)];
      for (const sum of sums) addUse(sum, use);
    }
    for (const [tool, use] of Object.entries(tools)) addTool(toolSum(this.tools, tool), use);
  }
}

function sumOf(sums: Map<string, Use>, name: string): Use {
  const sum = sums.get(name) ?? emptyUse();
  sums.set(name, sum);
  return sum;
}

function toolSum(sums: Map<string, ToolUse>, name: string): ToolUse {
  const sum = sums.get(name) ?? { calls: 0, errors: 0, milliseconds: 0 };
  sums.set(name, sum);
  return sum;
}

function rowsOf<T>(sums: ReadonlyMap<string, T>): Row<T>[] {
  return [...sums].map(([name, use]) => ({ name, use }));
}

function byUse(a: Row<Use>, b: Row<Use>): number {
  return b.use.cost - a.use.cost || tokensOf(b.use) - tokensOf(a.use) || compare(a.name, b.name);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Returns the names of the last days, the oldest first. */
function daysUntil(today: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const date = new Date(today.getFullYear(), today.getMonth(), today.getDate() - (count - 1 - index));
    return dayOf(date);
  });
}
