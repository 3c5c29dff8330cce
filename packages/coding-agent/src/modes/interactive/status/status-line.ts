import { type Component, neutralize, truncateToWidth, visibleWidth } from "@tau/tui";
import type { StatusOptions } from "../../../core/extensions/index.ts";
import type { Theme } from "../../../core/themes/index.ts";

/** One item of the status line. An empty text is left out. */
export interface StatusSegment {
  readonly side: "left" | "right";
  /** If there is not enough room, the segment with the lowest priority goes first. */
  readonly priority: number;
  /** Called at each frame, so it must be cheap. */
  text(): string;
  /** A shorter text, tried before the segment is left out. Changes only when `text` does. */
  short?(): string;
}

const EXTENSION_PRIORITY = 35;

/** The line below the editor. Segments are independent of each other, so that one can be added without changing the others. */
export class StatusLine implements Component {
  readonly segments: StatusSegment[];
  private readonly theme: () => Theme;
  private readonly statuses = new Map<string, string>();
  private extensionSegments: readonly StatusSegment[] = [];
  private readonly priorities = new Map<string, StatusOptions>();
  private drawn: { key: string; lines: string[] } | undefined;

  constructor(segments: readonly StatusSegment[], theme: () => Theme) {
    this.segments = [...segments];
    this.theme = theme;
  }

  /** Sets the status of an extension, on one line. `undefined` removes it. */
  setExtension(key: string, text: string | undefined, options: StatusOptions = {}): void {
    if (text === undefined) this.statuses.delete(key);
    else this.statuses.set(key, onOneLine(text));
    this.priorities.set(key, options);
    this.arrangeExtensions();
  }

  clearExtensions(): void {
    this.statuses.clear();
    this.arrangeExtensions();
  }

  get extensions(): ReadonlyMap<string, string> {
    return this.statuses;
  }

  invalidate(): void {
    this.drawn = undefined;
  }

  render(width: number): string[] {
    const segments = [...this.segments, ...this.extensionSegments];
    const texts = segments.map((segment) => segment.text());
    const key = `${width}\n${texts.join("\n")}`;
    if (this.drawn?.key !== key) this.drawn = { key, lines: this.arrange(segments, texts, width) };
    return this.drawn.lines;
  }

  private arrange(segments: readonly StatusSegment[], texts: readonly string[], width: number): string[] {
    const { left, right, dropped } = fitSegments(segments, texts, Math.max(0, width - 2));
    const own = this.extensionSegments.filter((segment) => dropped.has(segment)).map((segment) => segment.text());
    return [this.draw(left, right, width), ...(own.length === 0 ? [] : [this.drawCut(own.join(BETWEEN), width)])];
  }

  /** Draws the statuses of extensions that do not fit on the line. */
  private drawCut(text: string, width: number): string {
    return truncateToWidth(` ${this.theme().fg("dim", truncateToWidth(text, Math.max(0, width - 2), "…"))}`, width);
  }

  private draw(left: string, right: string, width: number): string {
    const free = Math.max(0, width - 2 - visibleWidth(left) - visibleWidth(right));
    return truncateToWidth(` ${this.theme().fg("dim", `${left}${" ".repeat(free)}${right}`)}`, width);
  }

  /** Sorts by key, so that an update does not move other statuses. */
  private arrangeExtensions(): void {
    const sorted = [...this.statuses].filter(([, text]) => text !== "").sort(([a], [b]) => (a < b ? -1 : 1));
    this.drawn = undefined;
    this.extensionSegments = sorted.map(([key, text]) => {
      const { priority = EXTENSION_PRIORITY, short } = this.priorities.get(key) ?? {};
      const shorter = short === undefined ? {} : { short: () => onOneLine(short) };
      return { side: "left", priority, text: () => text, ...shorter };
    });
  }
}

const BETWEEN = " · ";
/** Columns between the left and the right side. */
const GAP = 2;

interface Shown {
  readonly segment: StatusSegment;
  text: string;
  width: number;
}

interface FittedSegments {
  readonly left: string;
  readonly right: string;
  /** Segments that have a text but no room. */
  readonly dropped: ReadonlySet<StatusSegment>;
}

/** Returns the texts of both sides, without the segments that do not fit. No text is cut. */
function fitSegments(segments: readonly StatusSegment[], texts: readonly string[], room: number): FittedSegments {
  const given = segments.flatMap((segment, at): Shown[] => {
    const text = texts[at] ?? "";
    return text === "" ? [] : [{ segment, text, width: visibleWidth(text) }];
  });
  let shown = [...given];
  while (shown.length > 0 && totalWidth(shown) > room) giveWay(shown);
  // A text that became shorter may have made room again for what gave way before.
  for (const each of [...given].sort((a, b) => b.segment.priority - a.segment.priority)) {
    const more = given.filter((other) => other === each || shown.includes(other));
    if (totalWidth(more) <= room) shown = more;
  }
  const dropped = new Set(given.map(({ segment }) => segment));
  for (const { segment } of shown) dropped.delete(segment);
  return { left: join(shown, "left"), right: join(shown, "right"), dropped };
}

/** Shortens or removes the least important segment. */
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

function onOneLine(text: string): string {
  return neutralize(text).replace(/\s+/g, " ").trim();
}
