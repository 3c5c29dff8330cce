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
  /** Stands in the frame; what does not fit there, and all but its first line, stands above the body. */
  readonly title: string;
  readonly body: Component;
  /** What the keys do here; asked at each drawing. */
  readonly hint?: () => string;
  readonly theme: () => Theme;
}

/** A frame with a title around what is chosen or asked. All input goes to the body. */
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

  /** What the body shows of several things. */
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
    const { title, message } = splitTitle(this.parts.title, width - 6);
    const rows = [...wrapTextWithAnsi(message, inner).filter(() => message !== ""), ...body.render(inner)].map((line) =>
      this.row(line, inner),
    );
    const hints = hint?.() ?? "";
    const footer = hints === "" ? [] : wrapHints(hints, inner).map((line) => this.hintRow(line, inner));
    return [this.top(title, width), ...rows, ...footer, this.edge("╰", "╯", width)].map((line) =>
      truncateToWidth(line, width, ""),
    );
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

/** A question may be longer than the frame is wide, and may come from an extension. */
function splitTitle(text: string, room: number): { title: string; message: string } {
  const [first = "", ...rest] = neutralize(text).trim().split("\n");
  if (visibleWidth(first) > room) return { title: "", message: [first, ...rest].join("\n") };
  return { title: first, message: rest.join("\n").trim() };
}

const BETWEEN = " · ";

/** What is asked for needs the room more than hints on keys; lists leave this much of it. */
const MOST_LINES = 3;

/** Hints on as many lines as they may have: a line ends between two of them, and one that is too long stands alone. */
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
