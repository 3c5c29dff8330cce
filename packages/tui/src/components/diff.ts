import { neutralizeLine, wrapTextWithAnsi } from "../text/index.ts";
import { CachedComponent } from "./cached-component.ts";
import { changedSpan } from "./changed-span.ts";

export interface DiffLine {
  readonly kind: "added" | "removed" | "same" | "gap";
  readonly text: string;
  readonly oldNumber?: number;
  readonly newNumber?: number;
}

export interface DiffTheme {
  added: (text: string) => string;
  removed: (text: string) => string;
  same: (text: string) => string;
  lineNumber: (text: string) => string;
  /** Marks the part that differs between a removed line and the added line that replaces it. */
  changed: (text: string) => string;
}

const SIGNS = { added: "+", removed: "-", same: " ", gap: " " } as const;

/** Draws changed lines with their numbers. If a single line replaces a single line, the differing part is marked in both. */
export class Diff extends CachedComponent {
  private lines: readonly DiffLine[];
  private readonly theme: DiffTheme;

  constructor(lines: readonly DiffLine[], theme: DiffTheme) {
    super();
    this.lines = lines;
    this.theme = theme;
  }

  setLines(lines: readonly DiffLine[]): void {
    this.lines = lines;
    this.changed();
  }

  protected draw(width: number): string[] {
    const highest = this.lines.reduce((most, line) => Math.max(most, line.newNumber ?? line.oldNumber ?? 0), 0);
    const numberWidth = String(highest).length;
    const gutter = Math.min(numberWidth + 3, Math.max(0, width - 1));
    return this.lines.flatMap((line, index) => this.drawLine(line, index, numberWidth, gutter, width));
  }

  private drawLine(line: DiffLine, index: number, numberWidth: number, gutter: number, width: number): string[] {
    const { theme } = this;
    const number = line.kind === "gap" ? "" : String(line.newNumber ?? line.oldNumber ?? "");
    const head = `${number.padStart(numberWidth)} ${SIGNS[line.kind]} `.slice(0, gutter);
    const body = line.kind === "gap" ? theme.lineNumber("…") : this.styled(line, index);
    return wrapTextWithAnsi(body, Math.max(1, width - gutter)).map((part, row) =>
      row === 0 ? theme.lineNumber(head) + part : " ".repeat(gutter) + part,
    );
  }

  private styled(line: DiffLine, index: number): string {
    const text = neutralizeLine(line.text);
    const style = line.kind === "gap" ? this.theme.same : this.theme[line.kind];
    const partner = this.partner(index);
    const span = partner && changedSpan(text, neutralizeLine(partner.text));
    if (!span) return style(text);
    const [start, end] = span;
    const part = (piece: string) => (piece === "" ? "" : style(piece));
    return part(text.slice(0, start)) + style(this.theme.changed(text.slice(start, end))) + part(text.slice(end));
  }

  /** Returns the other line of a one-to-one replacement. */
  private partner(index: number): DiffLine | undefined {
    const kinds = [-2, -1, 0, 1, 2].map((offset) => this.lines[index + offset]?.kind);
    const [, before, here, after, next] = kinds;
    if (here === "removed" && after === "added" && before !== "removed" && next !== "added")
      return this.lines[index + 1];
    const isReplacement = here === "added" && before === "removed" && after !== "added" && kinds[0] !== "removed";
    return isReplacement ? this.lines[index - 1] : undefined;
  }
}
