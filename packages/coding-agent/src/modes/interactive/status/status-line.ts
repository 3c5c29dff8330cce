import { type Component, neutralize, truncateToWidth, visibleWidth } from "@tau/tui";
import type { Theme } from "../../../core/themes/index.ts";

/** One thing the status line can say; an empty text is left out. */
export interface StatusSegment {
  readonly side: "left" | "right";
  /** Where there is no room for all, the lowest goes first. */
  readonly priority: number;
  /** Asked at each frame: it may not count or search. */
  text(): string;
  /** A shorter way to say it, tried before it is left out. */
  short?(): string;
}

const EXTENSION_PRIORITY = 35;

/** The line below the editor. Segments are values in a list: adding one touches no other. */
export class StatusLine implements Component {
  readonly segments: StatusSegment[];
  private readonly theme: () => Theme;
  private readonly statuses = new Map<string, string>();
  private drawn: { key: string; lines: string[] } | undefined;

  constructor(segments: readonly StatusSegment[], theme: () => Theme) {
    this.segments = [...segments, ...this.extensionSegments()];
    this.theme = theme;
  }

  /** What an extension has to say, on one line; `undefined` takes it back. */
  setExtension(key: string, text: string | undefined): void {
    if (text === undefined) this.statuses.delete(key);
    else this.statuses.set(key, neutralize(text).replace(/\s+/g, " ").trim());
  }

  clearExtensions(): void {
    this.statuses.clear();
  }

  get extensions(): ReadonlyMap<string, string> {
    return this.statuses;
  }

  invalidate(): void {
    this.drawn = undefined;
  }

  render(width: number): string[] {
    const { left, right } = fitSegments(this.segments, Math.max(0, width - 2));
    const added = this.extensionText();
    const own = left.includes(added) ? "" : added;
    const key = `${width}\n${left}\n${right}\n${own}`;
    if (this.drawn?.key !== key) {
      const lines = [this.draw(left, right, width), ...(own === "" ? [] : [this.drawCut(own, width)])];
      this.drawn = { key, lines };
    }
    return this.drawn.lines;
  }

  /** What extensions say and the line has no room for. */
  private drawCut(text: string, width: number): string {
    return truncateToWidth(` ${this.theme().fg("dim", truncateToWidth(text, Math.max(0, width - 2), "…"))}`, width);
  }

  private draw(left: string, right: string, width: number): string {
    const free = Math.max(0, width - 2 - visibleWidth(left) - visibleWidth(right));
    return truncateToWidth(` ${this.theme().fg("dim", `${left}${" ".repeat(free)}${right}`)}`, width);
  }

  private extensionSegments(): StatusSegment[] {
    return [{ side: "left", priority: EXTENSION_PRIORITY, text: () => this.extensionText() }];
  }

  /** By key: whoever speaks last does not move the others. */
  private extensionText(): string {
    const sorted = [...this.statuses].sort(([a], [b]) => (a < b ? -1 : 1));
    return sorted.flatMap(([, status]) => status || []).join(" · ");
  }
}

const BETWEEN = " · ";
/** Between what stands left and what stands right. */
const GAP = 2;

interface Shown {
  readonly segment: StatusSegment;
  text: string;
  width: number;
}

/** The texts of both sides, without those there is no room for. No text is cut. */
function fitSegments(segments: readonly StatusSegment[], room: number): { left: string; right: string } {
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
