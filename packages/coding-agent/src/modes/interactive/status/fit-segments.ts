import { visibleWidth } from "@tau/tui";
import type { StatusSegment } from "./status-line.ts";

const BETWEEN = " · ";
/** Between what stands left and what stands right. */
const GAP = 2;

interface Shown {
  readonly segment: StatusSegment;
  text: string;
  width: number;
}

/** The texts of both sides, without those there is no room for. No text is cut. */
export function fitSegments(segments: readonly StatusSegment[], room: number): { left: string; right: string } {
  const shown = segments.flatMap((segment): Shown[] => {
    const text = segment.text();
    return text === "" ? [] : [{ segment, text, width: visibleWidth(text) }];
  });
  while (shown.length > 0 && totalWidth(shown) > room) giveWay(shown);
  return { left: join(shown, "left"), right: join(shown, "right") };
}

/** The least important one becomes shorter, or goes. */
function giveWay(shown: Shown[]): void {
  const least = shown.reduce((lowest, each) => (each.segment.priority < lowest.segment.priority ? each : lowest));
  const short = least.segment.short?.() ?? "";
  const width = visibleWidth(short);
  if (short === "" || width >= least.width) shown.splice(shown.indexOf(least), 1);
  else Object.assign(least, { text: short, width });
}

function totalWidth(shown: readonly Shown[]): number {
  const sides = (["left", "right"] as const).map((side) => {
    const widths = shown.filter(({ segment }) => segment.side === side).map(({ width }) => width);
    return widths.reduce((sum, width) => sum + width, 0) + Math.max(0, widths.length - 1) * BETWEEN.length;
  });
  const [left = 0, right = 0] = sides;
  return left + right + (left > 0 && right > 0 ? GAP : 0);
}

function join(shown: readonly Shown[], side: StatusSegment["side"]): string {
  return shown.flatMap(({ segment, text }) => (segment.side === side ? [text] : [])).join(BETWEEN);
}
