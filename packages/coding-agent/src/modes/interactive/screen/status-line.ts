import { type Component, truncateToWidth, visibleWidth } from "@tau/tui";
import type { Theme } from "../../../core/themes/index.ts";

/** One thing the status line can say; an empty text is left out. */
export interface StatusSegment {
  readonly side: "left" | "right";
  text(): string;
}

/** The line below the editor. Segments are values in a list: adding one touches no other. */
export class StatusLine implements Component {
  readonly segments: StatusSegment[];
  private readonly theme: () => Theme;
  private readonly statuses = new Map<string, string>();
  private drawn: { key: string; lines: string[] } | undefined;

  constructor(segments: StatusSegment[], theme: () => Theme) {
    this.segments = segments;
    this.theme = theme;
  }

  /** What extensions say, by key. */
  get extensions(): ReadonlyMap<string, string> {
    return this.statuses;
  }

  setExtension(key: string, text: string | undefined): void {
    if (text === undefined) this.statuses.delete(key);
    else this.statuses.set(key, text.replace(/\s+/g, " ").trim());
  }

  invalidate(): void {
    this.drawn = undefined;
  }

  render(width: number): string[] {
    const left = this.join("left");
    const right = this.join("right");
    const added = [...this.statuses.values()].filter(Boolean).join(" · ");
    const key = `${width}\n${left}\n${right}\n${added}`;
    if (this.drawn?.key !== key) {
      const more = added === "" ? [] : [truncateToWidth(` ${this.theme().fg("dim", added)}`, width)];
      this.drawn = { key, lines: [this.draw(left, right, width), ...more] };
    }
    return this.drawn.lines;
  }

  private join(side: StatusSegment["side"]): string {
    return this.segments
      .filter((segment) => segment.side === side)
      .map((segment) => segment.text())
      .filter(Boolean)
      .join(" · ");
  }

  private draw(left: string, right: string, width: number): string {
    const room = width - 2;
    const free = room - visibleWidth(left) - visibleWidth(right);
    const line =
      free >= 2 ? `${left}${" ".repeat(free)}${right}` : truncateToWidth(`${right} · ${left}`, Math.max(0, room));
    return truncateToWidth(` ${this.theme().fg("dim", line)}`, width);
  }
}
