import type { Component } from "../component.ts";
import type { Spacer } from "../components/spacer.ts";
import { control, moveRows } from "../terminal/control.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { stripTerminalSequences } from "../text/neutralize.ts";
import { drawComponent } from "./draw-component.ts";
import type { FrameClock } from "./frame-scheduler.ts";
import { reflow } from "./lines/reflow.ts";
import { DocumentTail, type TailLines } from "./scrollback/document-tail.ts";
import { ScrollbackRegion } from "./scrollback/scrollback-region.ts";
import type { CursorPosition } from "./terminal-replies.ts";
import type { TUI, TuiStopOptions } from "./tui.ts";
import { TuiBase } from "./tui-base.ts";

/** The state of the screen, for programs that switch to another screen and back. */
export interface TuiMainScreenRenderState {
  previousLines: string[];
  previousWidth: number;
  previousHeight: number;
  cursorRow: number;
  hardwareCursorRow: number;
  maxLinesRendered: number;
  previousViewportTop: number;
}

interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** A spacer that takes up the rows that fleeting components lose. */
interface Gap {
  readonly spacer: Spacer;
  /** The rows that it always has. */
  readonly rows: number;
  readonly fleeting: readonly Component[];
  /** The rows of the fleeting components in the last frame. */
  height: number;
  /** The rows that it has taken up. */
  extra: number;
}

/** How long to wait for the terminal to report the cursor position after a change of size. */
const POSITION_WAIT_MS = 150;

/**
 * Draws into the terminal's own scrollback. A line that scrolls off the top of the screen is never drawn or erased again;
 * a frame only writes visible rows.
 */
export class TuiMainScreen extends TuiBase implements TUI {
  readonly mode = "regular";
  private readonly tail = new DocumentTail(this);
  private readonly region = new ScrollbackRegion();
  /** Committed lines shown again at the top, because the uncommitted lines do not fill the screen. */
  private repeated = 0;
  /** Whether the region reaches up to the first row of the screen. */
  private full = false;
  private size: Size | undefined;
  private settling = false;
  /** Whether the terminal had another size since the last frame, even if only briefly. */
  private resized = false;
  /** On Termux the height changes whenever the keyboard appears, so rows that only moved are not written again. */
  private readonly keepsRows = process.env.TERMUX_VERSION !== undefined;
  /** Whether another screen uses the terminal, with our rows below it. */
  private paused = false;
  private withdrawUndo: (() => void) | undefined;
  private gap: Gap | undefined;

  constructor(terminal: Terminal, showHardwareCursor = false, clock?: FrameClock) {
    super(terminal, showHardwareCursor, clock);
  }

  override start(): void {
    const undo = () => control.wrapOn + control.frameEnd + this.region.leave();
    if (!this.terminal.isDumb) this.withdrawUndo ??= this.terminal.undoAtExit?.(undo);
    super.start();
    this.resume();
  }

  /** Starts another document below the current one, whose lines stay where they are. */
  restartDocument(): void {
    if (this.running && !this.terminal.isDumb) this.terminal.write(this.region.leave());
    this.tail.restart();
    this.repeated = 0;
    this.full = false;
    this.resizeGap(0);
    this.requestRender();
  }

  setGap(spacer: Spacer, rows: number, fleeting: readonly Component[]): void {
    this.gap = { spacer, rows, fleeting, height: 0, extra: 0 };
  }

  captureRenderState(): TuiMainScreenRenderState {
    const previousLines = this.region.sources;
    const { cursorRow } = this.region.drawn;
    return {
      previousLines,
      previousWidth: this.size?.columns ?? 0,
      previousHeight: this.size?.rows ?? 0,
      cursorRow,
      hardwareCursorRow: cursorRow,
      maxLinesRendered: previousLines.length,
      previousViewportTop: 0,
    };
  }

  /** Makes the next frame write every visible row again at its old place, whatever was drawn in between. */
  restoreRenderState(_state: TuiMainScreenRenderState): void {
    this.requestRender(true);
  }

  protected draw(frame: "live" | "last" = "live"): void {
    const { columns, rows } = this.terminal;
    if (this.terminal.isDumb) {
      this.print(frame);
      return;
    }
    if (this.settling) return;
    if (this.size && (this.resized || !this.hasSize(this.size))) {
      void this.settle();
      return;
    }
    this.resized = false;
    this.size = { columns, rows };
    // After the last frame the shell continues below: leave no overlay and no repeated lines.
    const live = frame === "live";
    const { above, pending } = this.readTail(live);
    const scrolled = Math.max(0, pending.length - rows);
    const repeated = live && this.full ? Math.max(0, Math.min(above.length, rows - pending.length)) : 0;
    const document = repeated > 0 ? above.slice(-repeated).concat(pending) : pending;
    const lines = live && this.overlays.hasVisible() ? this.withOverlays(document, scrolled) : document;
    const shift = this.repeated - repeated;
    const bytes = this.region.draw({ lines, shift, columns, rows, showCursor: this.getShowHardwareCursor() });
    this.tail.commit(scrolled, columns);
    this.repeated = repeated;
    this.full ||= this.region.height >= rows;
    this.terminal.write(bytes);
  }

  private readTail(live: boolean): TailLines {
    const { columns, rows } = this.terminal;
    const tail = this.tail.read(columns, rows);
    const { gap } = this;
    if (!gap) return tail;
    const height = gap.fleeting.reduce((sum, component) => sum + drawComponent(component, columns).length, 0);
    const lost = Math.max(0, gap.height - height);
    gap.height = height;
    const missing = rows - tail.pending.length;
    // If more is missing than the fleeting components lost, the screen shows earlier lines again, and a gap would be a hole in it.
    const isTaken = missing <= lost && this.full && this.repeated === 0;
    const extra = live && (missing <= 0 || isTaken) ? Math.max(0, gap.extra + missing) : 0;
    return this.resizeGap(extra) ? this.tail.read(columns, rows) : tail;
  }

  /** Returns whether the gap had another size. */
  private resizeGap(extra: number): boolean {
    if (!this.gap || this.gap.extra === extra) return false;
    this.gap.extra = extra;
    this.gap.spacer.setLines(this.gap.rows + extra);
    return true;
  }

  protected override onResize(): void {
    this.resized = true;
    super.onResize();
  }

  protected forgetScreen(): void {
    this.region.forget();
    this.redraws++;
  }

  protected override lostImage(imageId: number): boolean {
    return this.region.lostImage(imageId);
  }

  protected leaveScreen(options: TuiStopOptions): void {
    if (!this.settling) this.draw("last");
    this.withdrawUndo?.();
    this.withdrawUndo = undefined;
    if (options.preserveScreen) {
      // Keep our rows: the other screen uses the terminal for a while and usually restores it as it was.
      if (!this.terminal.isDumb) this.terminal.write(this.region.pause());
      this.paused = true;
      return;
    }
    if (!this.terminal.isDumb) this.terminal.write(this.region.leave());
    this.repeated = 0;
    this.full = false;
    this.size = undefined;
  }

  /** Draws overlays only over the rows that stay visible: lines on their way into the scrollback are written without them. */
  private withOverlays(document: readonly string[], scrolled: number): string[] {
    const { rows } = this.terminal;
    const visible = document.slice(scrolled);
    const contentRows = visible.length;
    while (visible.length < rows) visible.push("");
    return document.slice(0, scrolled).concat(this.overlays.composite(visible, contentRows));
  }

  /** For a terminal without cursor movement: writes a line when it would scroll off the screen, and the rest at the end. */
  private print(frame: "live" | "last"): void {
    const { columns, rows } = this.terminal;
    const { pending } = this.tail.read(columns, 0);
    const count = frame === "last" ? pending.length : Math.max(0, pending.length - rows);
    this.tail.commit(count, columns);
    const lines = pending.slice(0, count).map((line) => `${stripTerminalSequences(line).trimEnd()}\n`);
    this.terminal.write(lines.join(""));
  }

  /** Waits for the cursor position after a resize. It shows how the terminal moved our rows; only then is drawing safe. */
  private async settle(): Promise<void> {
    this.settling = true;
    let position: CursorPosition | undefined;
    let asked: Size;
    do {
      this.resized = false;
      asked = { columns: this.terminal.columns, rows: this.terminal.rows };
      position = await this.replies.queryCursorPosition(POSITION_WAIT_MS);
      // While the user drags the window's edge, a reply may refer to an outdated size.
    } while (this.running && (this.resized || !this.hasSize(asked)));
    this.settling = false;
    if (!this.running) return;
    this.takeOver(position?.row);
    this.size = undefined;
    this.draw();
  }

  /** Takes our rows back after another program wrote to the terminal. If the size changed, the saved cursor position is no longer valid. */
  private resume(): void {
    if (!this.paused || !this.running) return;
    this.paused = false;
    if (!this.terminal.isDumb && this.size && this.hasSize(this.size)) this.terminal.write(this.region.resume());
  }

  private hasSize({ columns, rows }: Size): boolean {
    return this.terminal.columns === columns && this.terminal.rows === rows;
  }

  private takeOver(cursor: number | undefined): void {
    const { columns, rows } = this.terminal;
    const { drawn } = this.region;
    const now = cursor ?? this.presumedCursor(rows);
    const { pushed, top, height } = reflow(drawn, columns, now);
    const oldColumns = this.size?.columns ?? columns;
    this.tail.commit(Math.max(0, pushed - this.repeated), oldColumns);
    if (this.full && top > 0) this.tail.reclaim(top);
    this.full ||= pushed > 0 || top < 0;
    this.repeated = 0;
    this.terminal.write(this.full ? control.home : moveRows(top - now));
    const left = this.full ? rows : Math.min(height, rows - top);
    if (this.keepsRows && oldColumns === columns) {
      this.region.moved({ pushed, returned: this.full ? Math.max(0, top) : 0, rows: left });
      return;
    }
    this.region.occupy(left);
    this.redraws++;
  }

  /** Estimates the cursor row if the terminal does not reply: most terminals show more of the scrollback when they get taller. */
  private presumedCursor(rows: number): number {
    const { cursorRow } = this.region.drawn;
    const grown = this.full ? Math.max(0, rows - (this.size?.rows ?? rows)) : 0;
    return Math.min(cursorRow + grown, rows - 1);
  }
}
