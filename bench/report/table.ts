import { type Metric, metricNames, metrics } from "./metric.ts";
import type { Figure, Figures, Result } from "./result.ts";

export interface Row {
  readonly result: Result;
  readonly figures: Figures;
}

/** Returns one table per group, with the columns that its rows have. */
export function renderTables(rows: readonly Row[]): string {
  const groups = Map.groupBy(rows, ({ result }) => result.group);
  return [...groups.values()].map(renderTable).join("\n\n");
}

function renderTable(rows: readonly Row[]): string {
  const columns = metricNames.filter((metric) => rows.some(({ figures }) => figures[metric] !== undefined));
  const header = [rows[0]?.result.group ?? "", "", ...columns.map((metric) => metrics[metric].title)];
  const cells = rows.map((row) => renderRow(row, columns));
  const widths = header.map((title, index) => Math.max(title.length, ...cells.map((line) => line[index]?.length ?? 0)));
  const lines = [header, widths.map((width) => "-".repeat(width)), ...cells].map((line) => align(line, widths));
  return [...lines, ...failures(rows)].join("\n");
}

function renderRow({ result, figures }: Row, columns: readonly Metric[]): string[] {
  return [result.scenario, result.subject, ...columns.map((metric) => renderFigure(figures[metric]))];
}

/** Formats the value, its multiple of the bare runtime, and whether it meets its goal. */
function renderFigure(figure: Figure | undefined): string {
  if (figure === undefined) return "–";
  const { interval } = figure;
  const parts = interval
    ? [figure.median.toFixed(3), `(${interval.map((value) => value.toFixed(3)).join(" to ")})`]
    : [round(figure.median)];
  if (figure.timesNode !== undefined) parts.push(`${figure.timesNode.toFixed(figure.timesNode < 1 ? 2 : 1)}x`);
  if (figure.goal !== undefined) {
    const bound = "atMost" in figure.goal ? `${figure.goal.atMost}` : `${figure.goal.timesNode}x`;
    parts.push(figure.meetsGoal ? `(≤ ${bound} ok)` : `(> ${bound}!)`);
  }
  return parts.join(" ");
}

function round(value: number): string {
  return value < 10 ? value.toFixed(1) : value.toFixed(0);
}

function align(line: readonly string[], widths: readonly number[]): string {
  const padded = line.map((cell, index) =>
    index < 2 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0),
  );
  return padded.join("  ").trimEnd();
}

function failures(rows: readonly Row[]): string[] {
  return rows
    .filter(({ result }) => result.failure !== undefined)
    .map(({ result }) => `! ${result.scenario} ${result.subject}: ${result.failure}`);
}
