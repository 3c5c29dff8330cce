import { truncateToWidth } from "../../text/index.ts";

/** A rule across the width that says how many lines it hides. */
export function drawBorder(width: number, hidden: number, arrow: string, color: (text: string) => string): string {
  if (hidden <= 0) return color("─".repeat(width));
  const label = `─── ${arrow} ${hidden} more `;
  return color(truncateToWidth(label + "─".repeat(Math.max(0, width - label.length)), width, ""));
}
