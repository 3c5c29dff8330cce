import { type Component, truncateToWidth } from "@tau/tui";
import { asTyped } from "../../../core/session/log/as-typed.ts";
import type { Theme } from "../../../core/themes/index.ts";
import { keyText } from "../keys/key-text.ts";
import { firstLine } from "../parts/plain-line.ts";

/** Queued messages, one line each. */
export class QueueView implements Component {
  private rows: readonly string[] = [];
  private waiting: readonly string[] = [];
  private drawn: { readonly width: number; readonly lines: string[] } | undefined;
  private readonly theme: () => Theme;

  constructor(theme: () => Theme) {
    this.theme = theme;
  }

  update(steering: readonly string[], followUp: readonly string[]): void {
    this.rows = [
      ...steering.map((text) => `Next: ${firstLine(asTyped(text))}`),
      ...followUp.map((text) => `Afterwards: ${firstLine(asTyped(text))}`),
    ];
    this.drawn = undefined;
  }

  /** Shows messages that wait for a session that is being opened. */
  showWaiting(texts: readonly string[]): void {
    this.waiting = texts.map((text) => `Waiting: ${firstLine(asTyped(text))}`);
    this.drawn = undefined;
  }

  invalidate(): void {
    this.drawn = undefined;
  }

  render(width: number): string[] {
    if (this.drawn?.width !== width) this.drawn = { width, lines: this.draw(width) };
    return this.drawn.lines;
  }

  private draw(width: number): string[] {
    const rows = [...this.rows, ...this.waiting];
    if (rows.length === 0) return [];
    const hint = `${keyText("app.message.dequeue")} takes ${rows.length === 1 ? "it" : "them"} back`;
    return [...rows, hint].map((row) => truncateToWidth(` ${this.theme().fg("dim", row)}`, width));
  }
}
