import { visibleWidth } from "../../text/index.ts";

const HEADER = /^pie(?:\s+showData)?(?:\s+title\s+(.*))?$/;
const TITLE = /^title\s+(.*)$/;
const SLICE = /^"([^"]*)"\s*:\s*(\d+(?:\.\d+)?)$/;
const BAR_CELLS = 20;

/** Draws the slices of a pie chart as bars. Returns undefined for any other source. */
export function drawPie(lines: readonly string[]): string[] | undefined {
  const header = HEADER.exec(lines[0] ?? "");
  if (!header) return undefined;
  let title = header[1] ?? "";
  const slices: { label: string; value: number }[] = [];
  for (const line of lines.slice(1)) {
    const slice = SLICE.exec(line);
    const named = TITLE.exec(line);
    if (slice) slices.push({ label: slice[1] ?? "", value: Number(slice[2]) });
    else if (named) title = named[1] ?? "";
    else if (line !== "showData") return undefined;
  }
  const total = slices.reduce((sum, slice) => sum + slice.value, 0);
  if (total === 0) return undefined;
  const width = Math.max(...slices.map(({ label }) => visibleWidth(label)));
  const rows = slices.map(({ label, value }) => {
    const bar = "█".repeat(Math.round((value / total) * BAR_CELLS)).padEnd(BAR_CELLS, "░");
    return `${label}${" ".repeat(width - visibleWidth(label))} ${bar} ${Math.round((value / total) * 100)} %`;
  });
  return title === "" ? rows : [title, ...rows];
}
