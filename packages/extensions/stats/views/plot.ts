import { type Row, tokensOf, type Use } from "../stats.ts";
import { count, dollars } from "./amounts.ts";

const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"];

/** Draws one bar for each day, at most `width` columns wide: the cost, or the tokens where nothing costs anything. */
export function plotDays(days: readonly Row<Use>[], width: number, isAscii = false): string[] {
  const hasCost = days.some(({ use }) => use.cost > 0);
  const amountOf = (use: Use) => (hasCost ? use.cost : tokensOf(use));
  const most = Math.max(...days.map(({ use }) => amountOf(use)), 0);
  const shown = trimmed(days, amountOf);
  const labels = shown.map(({ use }) =>
    hasCost ? `${dollars(use.cost)}  ${count(tokensOf(use))}` : count(tokensOf(use)),
  );
  const side = Math.max(...labels.map(({ length }) => length), 0);
  const room = Math.max(4, width - 5 - 2 - side - 1);
  return shown.map(({ name, use }, index) => {
    const length = most === 0 ? 0 : (amountOf(use) / most) * room;
    const bar = isAscii ? "#".repeat(Math.round(length)) : smooth(length);
    return `${name.slice(5)}  ${bar.padEnd(room)} ${(labels[index] ?? "").padStart(side)}`.trimEnd();
  });
}

/** Leaves out the days before the first use. */
function trimmed(days: readonly Row<Use>[], amountOf: (use: Use) => number): readonly Row<Use>[] {
  const first = days.findIndex(({ use }) => amountOf(use) > 0);
  return first < 0 ? [] : days.slice(first);
}

function smooth(length: number): string {
  const eighths = Math.round(length * 8);
  // The smallest use is still seen.
  if (eighths === 0) return length > 0 ? "▏" : "";
  return "█".repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? "");
}
