import { neutralizeLine, truncateToWidth, visibleWidth } from "../text/index.ts";
import { CachedComponent } from "./cached-component.ts";

export interface ProgressBarTheme {
  filled: (text: string) => string;
  empty: (text: string) => string;
  label: (text: string) => string;
}

/** Eighths of a cell, so that a bar moves smoothly. */
const PARTS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
const MIN_BAR = 4;

/** Shows progress as a bar, with a label before it and a percentage after it. */
export class ProgressBar extends CachedComponent {
  private readonly theme: ProgressBarTheme;
  private fraction = 0;
  private label = "";

  constructor(theme: ProgressBarTheme, label = "") {
    super();
    this.theme = theme;
    this.label = neutralizeLine(label);
  }

  /** Sets the progress, clamped to 0…1. */
  setProgress(fraction: number, label?: string): void {
    const next = Number.isFinite(fraction) ? Math.max(0, Math.min(1, fraction)) : 0;
    const text = label === undefined ? this.label : neutralizeLine(label);
    if (next === this.fraction && text === this.label) return;
    this.fraction = next;
    this.label = text;
    this.changed();
  }

  protected draw(width: number): string[] {
    return [this.bar(width)];
  }

  private bar(width: number): string {
    const percent = `${String(Math.floor(this.fraction * 100)).padStart(3)}%`;
    const labelRoom = Math.max(0, Math.floor(width / 2) - 1);
    const label = this.label && labelRoom > 0 ? `${truncateToWidth(this.label, labelRoom, "…")} ` : "";
    const room = width - visibleWidth(label) - percent.length - 1;
    if (room < MIN_BAR) return truncateToWidth(this.theme.label(label) + percent, width, "");
    const eighths = Math.floor(this.fraction * room * 8);
    const bar = "█".repeat(eighths >> 3) + (PARTS[eighths & 7] ?? "");
    const rest = " ".repeat(room - visibleWidth(bar));
    return `${this.theme.label(label)}${this.theme.filled(bar)}${this.theme.empty(rest)} ${percent}`;
  }
}
