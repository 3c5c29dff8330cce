import { applyBackgroundToLine, type Component, type DiffLine, wrapTextWithAnsi } from "@tau/tui";
import type { Theme } from "../../../../core/themes/index.ts";
import type { Highlighter } from "../highlight/index.ts";
import type { Span } from "./changed-words.ts";
import { overlay } from "./overlay.ts";
import { pairChanges, visible } from "./pair-changes.ts";
import { diffTint } from "./tint.ts";

export interface DiffContent {
  readonly lines: readonly DiffLine[];
  readonly language: string | undefined;
  readonly theme: Theme;
  readonly highlighter: Highlighter;
  /** Called when more of the diff can be coloured. */
  readonly onReady: () => void;
}

const SIGNS = { added: "+", removed: "-", same: " ", gap: " " } as const;
const COLORS = { added: "toolDiffAdded", removed: "toolDiffRemoved", same: "toolDiffContext" } as const;
/** At a smaller width, line numbers would take the space of the text. */
const MIN_WIDTH_WITH_NUMBERS = 30;

/** Shows changed lines with their numbers and syntax colours, and marks the changed words. */
export class DiffView implements Component {
  private content: DiffContent | undefined;
  private drawn: { readonly width: number; readonly rows: string[] } | undefined;

  update(content: DiffContent): void {
    this.content = content;
    this.drawn = undefined;
  }

  invalidate(): void {
    this.drawn = undefined;
  }

  render(width: number): string[] {
    if (!this.content) return [];
    if (this.drawn?.width !== width) this.drawn = { width, rows: draw(this.content, width) };
    return this.drawn.rows;
  }
}

function draw(content: DiffContent, width: number): string[] {
  const { lines, theme } = content;
  const last = lines.reduce((most, line) => Math.max(most, line.newNumber ?? 0, line.oldNumber ?? 0), 0);
  const digits = last > 0 && width >= MIN_WIDTH_WITH_NUMBERS ? String(last).length : 0;
  const code = paintCode(content);
  const changes = pairChanges(lines);
  return lines.flatMap((line, index) => {
    const gutter = gutterOf(line, digits, theme);
    const room = Math.max(1, width - gutter.width);
    if (line.kind === "gap")
      return wrapTextWithAnsi(theme.fg("dim", visible(line.text) || "⋯"), room).map((part) => gutter.text + part);
    return drawLine(line, code[index] ?? "", changes.get(line) ?? [], theme, room).map(
      (part, row) => (row === 0 ? gutter.text : " ".repeat(gutter.width)) + part,
    );
  });
}

function gutterOf(line: DiffLine, digits: number, theme: Theme): { text: string; width: number } {
  const number = digits === 0 ? "" : `${String(line.newNumber ?? line.oldNumber ?? "").padStart(digits)} `;
  const sign = `${SIGNS[line.kind]} `;
  const color = line.kind === "gap" ? "dim" : COLORS[line.kind];
  return { text: theme.fg("dim", number) + theme.fg(color, sign), width: number.length + sign.length };
}

/** Draws a line. With a background tint, the text keeps its syntax colours; without one, the text colour shows the kind of change. */
function drawLine(line: DiffLine, code: string, words: readonly Span[], theme: Theme, room: number): string[] {
  if (line.kind === "gap" || line.kind === "same") return wrapTextWithAnsi(code, room);
  const tint = diffTint(theme, line.kind);
  if (!tint) {
    const marked = overlay(visible(line.text), words, ...sides(theme.inverse("\0")));
    return wrapTextWithAnsi(theme.fg(COLORS[line.kind], marked), room);
  }
  const marked = overlay(code, words, tint.word, tint.line);
  const background = (text: string) => `${tint.line}${text}\x1b[49m`;
  return wrapTextWithAnsi(marked, room).map((part) => applyBackgroundToLine(part, room, background));
}

function sides(styled: string): [open: string, close: string] {
  const [open = "", close = ""] = styled.split("\0");
  return [open, close];
}

/** Colours old and new text separately, because together they are not valid code. */
function paintCode({ lines, language, highlighter, onReady }: DiffContent): string[] {
  const painted: string[] = [];
  const paint = (kinds: readonly DiffLine["kind"][]) => {
    const indices = lines.flatMap((line, index) => (kinds.includes(line.kind) ? [index] : []));
    const code = indices.map((index) => visible(lines[index]?.text ?? ""));
    const colored = highlighter.paint(code, { language, plain: "toolDiffContext", onReady });
    for (const [position, index] of indices.entries()) painted[index] = colored[position] ?? "";
  };
  if (lines.some(({ kind }) => kind === "removed")) paint(["same", "removed"]);
  paint(["same", "added"]);
  return painted;
}
