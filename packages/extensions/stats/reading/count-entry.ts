import {
  addTool,
  addUse,
  type DayStats,
  emptyDay,
  emptyUse,
  type SessionStats,
  type ToolUse,
  type Use,
} from "../stats.ts";
import type { ScanState } from "./scan-session.ts";

/** The fields of a log entry that count. Everything comes from a file, so nothing is certain. */
interface Entry {
  readonly type?: unknown;
  readonly timestamp?: unknown;
  readonly cwd?: unknown;
  readonly parentSession?: unknown;
  readonly provider?: unknown;
  readonly model?: unknown;
  readonly usage?: unknown;
  readonly message?: Message;
}

interface Message {
  readonly role?: unknown;
  readonly provider?: unknown;
  readonly model?: unknown;
  readonly toolName?: unknown;
  readonly isError?: unknown;
  readonly durationMs?: unknown;
  readonly usage?: unknown;
}

/** A line without any of these counts nothing, so it need not be parsed. */
const COUNTED = ['"usage"', '"toolResult"', '"user"', '"session"'].map((text) => Buffer.from(text));

/** Counts the lines of one session file. */
export class EntryCounter {
  private readonly stats: SessionStats;
  private header: ScanState["header"] | undefined;

  constructor(earlier: ScanState | undefined) {
    this.stats = earlier ? structuredClone(earlier.stats) : { cwd: "", days: {}, brokenLines: 0 };
    this.header = earlier?.header;
  }

  line(bytes: Buffer): void {
    if (this.header && !COUNTED.some((text) => bytes.includes(text))) return;
    if (bytes.length === 0) return;
    let entry: Entry;
    try {
      entry = JSON.parse(bytes.toString("utf8")) as Entry;
    } catch {
      this.stats.brokenLines++;
      return;
    }
    if (typeof entry !== "object" || entry === null) this.stats.brokenLines++;
    else if (!this.header) this.begin(entry);
    else this.count(entry, this.header);
  }

  tooLong(): void {
    this.stats.brokenLines++;
  }

  finish(): Pick<ScanState, "stats" | "header"> {
    if (!this.header) throw new Error("It does not begin like a session.");
    return { stats: this.stats, header: this.header };
  }

  private begin({ type, timestamp, cwd, parentSession }: Entry): void {
    if (type !== "session" || typeof timestamp !== "string") throw new Error("It does not begin like a session.");
    this.stats.cwd = typeof cwd === "string" ? cwd : "";
    this.header = { timestamp, isFork: typeof parentSession === "string" };
  }

  private count(entry: Entry, header: ScanState["header"]): void {
    const { type, timestamp, message } = entry;
    if (typeof timestamp !== "string") return;
    // A fork begins with copies of entries that the other session counts.
    if (header.isFork && timestamp < header.timestamp) return;
    const day = () => this.day(timestamp);
    if (type !== "message") this.countUse(day, nameOf(entry, String(type)), entry.usage, undefined);
    else if (message?.role === "assistant") this.countUse(day, nameOf(message, "?"), message.usage, message.durationMs);
    else if (message?.role === "toolResult") this.countTool(day(), message);
    else if (message?.role === "user") day().prompts++;
  }

  private countTool(day: DayStats, { toolName, isError, durationMs, usage }: Message): void {
    const name = typeof toolName === "string" && toolName !== "" ? toolName : "?";
    const total: ToolUse = day.tools[name] ?? { calls: 0, errors: 0, milliseconds: 0 };
    addTool(total, { calls: 1, errors: isError === true ? 1 : 0, milliseconds: amount(durationMs) });
    day.tools[name] = total;
    this.countUse(() => day, `tool ${name}`, usage, undefined);
  }

  private countUse(day: () => DayStats, name: string, usage: unknown, durationMs: unknown): void {
    if (typeof usage !== "object" || usage === null) return;
    const { input, output, cacheRead, cacheWrite, cost } = usage as Record<string, unknown>;
    const { models } = day();
    const total: Use = models[name] ?? emptyUse();
    addUse(total, {
      requests: 1,
      input: amount(input),
      output: amount(output),
      cacheRead: amount(cacheRead),
      cacheWrite: amount(cacheWrite),
      cost: amount((cost as { total?: unknown } | undefined)?.total),
      milliseconds: amount(durationMs),
    });
    models[name] = total;
  }

  private day(timestamp: string): DayStats {
    const name = dayOf(new Date(timestamp));
    const known = this.stats.days[name] ?? emptyDay();
    this.stats.days[name] = known;
    return known;
  }
}

/** Returns the day in local time, as `2026-01-31`. */
export function dayOf(date: Date): string {
  if (Number.isNaN(date.getTime())) return "unknown";
  const two = (number: number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function nameOf({ provider, model }: Pick<Entry, "provider" | "model">, otherwise: string): string {
  if (typeof model !== "string" || model === "") return otherwise;
  return typeof provider === "string" && provider !== "" ? `${provider}/${model}` : model;
}

function amount(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? value : 0;
}
