import { type Component, visibleWidth, wrapTextWithAnsi } from "@tau/tui";
import type { Theme } from "../../../core/themes/index.ts";

export interface Definitions {
  readonly title: string;
  readonly rows: readonly (readonly [term: string, meaning: string])[];
}

const GAP = 2;
/** The largest share of the width that terms get. A longer term has its own line. */
const TERM_SHARE = 0.4;

/** Terms and their meanings, in groups. Long meanings wrap in their column; nothing is cut. */
export class DefinitionList implements Component {
  private readonly groups: readonly Definitions[];
  private readonly theme: () => Theme;
  private drawn: { readonly width: number; readonly lines: string[] } | undefined;

  constructor(groups: readonly Definitions[], theme: () => Theme) {
    this.groups = groups.filter(({ rows }) => rows.length > 0);
    this.theme = theme;
  }

  invalidate(): void {
    this.drawn = undefined;
  }

  render(width: number): string[] {
    if (this.drawn?.width !== width) this.drawn = { width, lines: this.draw(Math.max(1, width - 2)) };
    return this.drawn.lines;
  }

  private draw(width: number): string[] {
    const theme = this.theme();
    const widths = this.groups.flatMap(({ rows }) => rows.map(([term]) => visibleWidth(term)));
    const column = Math.min(Math.max(0, ...widths), Math.floor(width * TERM_SHARE)) + GAP;
    const lines = this.groups.flatMap(({ title, rows }, index) => [
      ...(index === 0 ? [] : [""]),
      theme.fg("accent", theme.bold(title)),
      ...rows.flatMap((row) => this.drawRow(row, column, width)),
    ]);
    return lines.map((line) => ` ${line}`);
  }

  private drawRow([term, meaning]: readonly [string, string], column: number, width: number): string[] {
    const theme = this.theme();
    const margin = " ".repeat(column);
    const meanings = wrapTextWithAnsi(meaning, Math.max(1, width - column)).map((line) => theme.fg("muted", line));
    const terms = wrapTextWithAnsi(term, Math.max(1, width));
    const last = terms.at(-1) ?? "";
    if (terms.length > 1 || visibleWidth(last) > column - GAP)
      return [...terms, ...meanings.map((line) => margin + line)];
    const first = last + " ".repeat(column - visibleWidth(last)) + (meanings[0] ?? "");
    return [first, ...meanings.slice(1).map((line) => margin + line)];
  }
}
