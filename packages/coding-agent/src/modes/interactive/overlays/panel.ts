import {
  type Component,
  type Focusable,
  isFocusable,
  neutralize,
  truncateToWidth,
  visibleWidth,
  wrapTextWithAnsi,
} from "@tau/tui";
import type { Theme } from "../../../core/themes/index.ts";
import type { PagedDialog } from "../plain/dialog-voice.ts";

export interface PanelParts {
  /** Shown in the frame. A first line that is too long, and all further lines, are shown above the body. */
  readonly title: string | (() => string);
  readonly body: Component;
  /** Describes the keys. Called at each drawing. */
  readonly hint?: () => string;
  readonly theme: () => Theme;
  /** Returns the height of the screen. Where it is too small, lines of the title are left out, so that body and keys stay visible. */
  readonly maxRows?: () => number;
}

/** A frame with a title around a list or a question. The body gets all input. */
export class Panel implements Component, Focusable {
  private readonly parts: PanelParts;
  private isFocused = false;

  constructor(parts: PanelParts) {
    this.parts = parts;
  }

  get focused(): boolean {
    return this.isFocused;
  }

  set focused(focused: boolean) {
    this.isFocused = focused;
    if (isFocusable(this.parts.body)) this.parts.body.focused = focused;
  }

  /** Identifies what the body currently shows, if it has several pages. */
  get page(): unknown {
    return (this.parts.body as PagedDialog).page;
  }

  handleInput(data: string): void {
    this.parts.body.handleInput?.(data);
  }

  invalidate(): void {
    this.parts.body.invalidate();
  }

  dispose(): void {
    this.parts.body.dispose?.();
  }

  render(width: number): string[] {
    const inner = Math.max(1, width - 4);
    const { body, hint } = this.parts;
    const content = body.render(inner);
    const text = typeof this.parts.title === "string" ? this.parts.title : this.parts.title();
    const { title, message } = splitTitle(text, width - 6);
    const hints = hint?.() ?? "";
    const footer = hints === "" ? [] : wrapHints(hints, inner).map((line) => this.hintRow(line, inner));
    const asked = message === "" ? [] : this.fitting(wrapTextWithAnsi(message, inner), content.length + footer.length);
    const rows = [...asked, ...content].map((line) => this.row(line, inner));
    return [this.top(title, width), ...rows, ...footer, this.edge("╰", "╯", width)].map((line) =>
      truncateToWidth(line, width, ""),
    );
  }

  /** Returns as many lines of the title as fit above `below` other lines in the frame. */
  private fitting(lines: string[], below: number): string[] {
    const room = (this.parts.maxRows?.() ?? Number.POSITIVE_INFINITY) - below - FRAME_ROWS;
    return lines.length <= room ? lines : [...lines.slice(0, Math.max(0, room - 1)), "…"];
  }

  private hintRow(line: string, inner: number): string {
    return this.row(this.parts.theme().fg("dim", truncateToWidth(line, inner)), inner);
  }

  private row(line: string, inner: number): string {
    const border = this.parts.theme().fg("borderAccent", "│");
    const cut = truncateToWidth(line, inner, "");
    return `${border} ${cut}${" ".repeat(Math.max(0, inner - visibleWidth(cut)))} ${border}`;
  }

  private top(title: string, width: number): string {
    const theme = this.parts.theme();
    if (title === "") return this.edge("╭", "╮", width);
    const rest = "─".repeat(Math.max(0, width - visibleWidth(title) - 5));
    return `${theme.fg("borderAccent", "╭─")} ${theme.fg("accent", theme.bold(title))} ${theme.fg("borderAccent", `${rest}╮`)}`;
  }

  private edge(left: string, right: string, width: number): string {
    return this.parts.theme().fg("borderAccent", left + "─".repeat(Math.max(0, width - 2)) + right);
  }
}

/** The upper and the lower edge. */
const FRAME_ROWS = 2;

/** Splits the title. A question may be wider than the frame, and may come from an extension. */
function splitTitle(text: string, room: number): { title: string; message: string } {
  const [first = "", ...rest] = neutralize(text).trim().split("\n");
  if (visibleWidth(first) > room) return { title: "", message: [first, ...rest].join("\n") };
  return { title: first, message: rest.join("\n").trim() };
}

const BETWEEN = " · ";

/** Limits the hints, because the question needs the space more. Lists reserve this many lines for them. */
const MOST_LINES = 3;

/** Wraps hints: breaks lines only between two of them, and puts a hint that is too long on its own line. */
function wrapHints(hints: string, width: number): string[] {
  const lines: string[] = [];
  for (const hint of hints.split(BETWEEN)) {
    const last = lines.at(-1);
    const joined = last === undefined ? hint : last + BETWEEN + hint;
    if (last === undefined || visibleWidth(joined) > width) lines.push(hint);
    else lines[lines.length - 1] = joined;
  }
  return lines.slice(0, MOST_LINES);
}
