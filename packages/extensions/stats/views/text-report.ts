import { truncateToWidth, visibleWidth } from "@tau/tui";
import { cacheShare, type Row, type Stats, tokensOf, type Use } from "../stats.ts";
import { count, dollars, duration, percent, shortPath } from "./amounts.ts";
import { plotDays } from "./plot.ts";

export interface ReportOptions {
  readonly width: number;
  readonly home: string;
  readonly isAscii?: boolean;
}

const MOST_ROWS = 15;
const LEAST_NAME = 12;

/** Writes the statistics as text for a terminal. */
export function textReport(stats: Stats, { width, home, isAscii = false }: ReportOptions): string {
  if (stats.sessions === 0)
    return [`No session has used a model from ${stats.from} to ${stats.to}.`, ...problemLines(stats, width)].join("\n");
  return [
    ...totalLines(stats),
    ...section("Days", plotDays(stats.days, width, isAscii)),
    ...section("Models", useTable(stats.models, "model", width)),
    ...section(
      "Projects",
      useTable(
        stats.projects.map(({ name, use }) => ({ name: shortPath(name, home), use })),
        "project",
        width,
      ),
    ),
    ...section("Tools", toolTable(stats, width)),
    ...problemLines(stats, width),
  ].join("\n");
}

/** The totals in two or three lines. */
export function totalLines({ from, to, sessions, prompts, total }: Stats): string[] {
  return [
    `${from} to ${to}: ${plural(sessions, "session")}, ${plural(prompts, "prompt")}, ${plural(total.requests, "request")}`,
    `${count(tokensOf(total))} tokens (${count(total.input)} in, ${count(total.output)} out, ${percent(cacheShare(total))} of prompts cached)`,
    `${dollars(total.cost)}, models answered for ${duration(total.milliseconds)}`,
  ];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ["", title, ...lines];
}

function useTable(rows: readonly Row<Use>[], title: string, width: number): string[] {
  const cells = rows.map(({ name, use }) => [
    name,
    count(use.requests),
    count(tokensOf(use)),
    percent(cacheShare(use)),
    duration(use.milliseconds),
    dollars(use.cost),
  ]);
  return table([title, "requests", "tokens", "cached", "time", "cost"], cells, width, [5, 2, 3, 4, 1]);
}

function toolTable({ tools }: Stats, width: number): string[] {
  const cells = tools.map(({ name, use }) => [name, count(use.calls), count(use.errors), duration(use.milliseconds)]);
  return table(["tool", "calls", "failed", "time"], cells, width, [1, 2, 3]);
}

/** Lays out a table. Where it is too narrow for all columns, those that `keep` names last are left out. */
function table(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  width: number,
  keep: readonly number[],
): string[] {
  if (rows.length === 0) return [];
  const shown = rows.slice(0, MOST_ROWS);
  const widths = titles.map((title, at) =>
    Math.max(visibleWidth(title), ...shown.map((row) => visibleWidth(row[at] ?? ""))),
  );
  const columns: number[] = [];
  let used = LEAST_NAME;
  for (const at of keep) {
    used += (widths[at] ?? 0) + 2;
    if (used <= width) columns.push(at);
  }
  columns.sort((a, b) => a - b);
  const others = columns.reduce((sum, at) => sum + (widths[at] ?? 0) + 2, 0);
  const nameWidth = Math.max(1, Math.min(widths[0] ?? 0, width - others));
  const line = (cells: readonly string[]) => {
    const name = truncateToWidth(cells[0] ?? "", nameWidth, "…");
    const padding = " ".repeat(Math.max(0, nameWidth - visibleWidth(name)));
    return `${name}${padding}${columns.map((at) => `  ${(cells[at] ?? "").padStart(widths[at] ?? 0)}`).join("")}`.trimEnd();
  };
  const more = rows.length > shown.length ? [`… ${rows.length - shown.length} more`] : [];
  return [line(titles), ...shown.map(line), ...more];
}

function problemLines({ problems }: Stats, width: number): string[] {
  if (problems.length === 0) return [];
  const listed = problems
    .slice(0, MOST_ROWS)
    .flatMap(({ path, reason }) => [truncateToWidth(path, width, "…"), `  ${reason}`]);
  const more = problems.length > MOST_ROWS ? [`… ${problems.length - MOST_ROWS} more`] : [];
  return ["", `Not counted, or not whole (${problems.length}):`, ...listed, ...more];
}

export function plural(number: number, word: string): string {
  return `${number.toLocaleString("en")} ${word}${number === 1 ? "" : "s"}`;
}
