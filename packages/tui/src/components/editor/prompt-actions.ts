import { decodePrintableKey, getKeybindings } from "../../keys/index.ts";
import type { Editing } from "./editing.ts";
import { hasControl } from "./has-control.ts";
import type { EditorActions } from "./key-actions.ts";
import type { Motion } from "./motion.ts";
import type { PromptHistory } from "./prompt-history.ts";

/** The parts of the surrounding editor that the actions use. */
export interface PromptHost {
  /** The number of rows of a page. */
  readonly pageRows: number;
  readonly canSubmit: boolean;
  /** Lays the text out as it is drawn now and returns the motion over its rows. */
  layOut(): Motion;
  complete(): void;
  closeMenu(): void;
}

/** Key actions on the prompt as a whole: rows and history, jumps to a character, submitting. */
export class PromptActions implements EditorActions {
  readonly editing: Editing;
  readonly motion: Motion;
  /** Whether the last change came from the history. */
  isSteppingHistory = false;
  private readonly history: PromptHistory;
  private readonly host: PromptHost;
  private jumpDirection: "forward" | "backward" | undefined;
  private submitted: string | undefined;

  constructor(editing: Editing, motion: Motion, history: PromptHistory, host: PromptHost) {
    this.editing = editing;
    this.motion = motion;
    this.history = history;
    this.host = host;
  }

  up(): void {
    this.moveRow(-1);
  }

  down(): void {
    this.moveRow(1);
  }

  page(direction: -1 | 1): void {
    if (!this.host.layOut().rows(direction * this.host.pageRows)) this.editing.endSequence();
  }

  showHistory(direction: "previous" | "next"): void {
    const { buffer } = this.editing;
    const shown = direction === "previous" ? this.history.previous(buffer.state) : this.history.next();
    if (shown === undefined) return;
    this.isSteppingHistory = true;
    this.editing.setText(typeof shown === "string" ? shown : shown.lines.join("\n"));
    if (typeof shown !== "string") buffer.moveTo(shown.cursor);
    else if (direction === "previous") this.motion.textStart();
  }

  awaitJump(direction: "forward" | "backward"): void {
    this.jumpDirection = direction;
  }

  /** Handles the key after a jump key: jumps to that character; any other key cancels the jump. */
  takeJump(data: string): "jumped" | "cancelled" | "none" {
    const direction = this.jumpDirection;
    this.jumpDirection = undefined;
    if (!direction) return "none";
    const character = decodePrintableKey(data) ?? (hasControl(data) ? undefined : data);
    if (character === undefined) return getKeybindings().matches(data, "tui.select.cancel") ? "cancelled" : "none";
    this.motion.jump(character, direction);
    return "jumped";
  }

  complete(): void {
    this.host.complete();
  }

  newLine(): void {
    this.editing.insert("\n");
  }

  submit(): void {
    const { buffer, markers } = this.editing;
    if (!this.host.canSubmit) return;
    if (buffer.line.charAt(buffer.cursor.col - 1) === "\\") {
      this.editing.deleteBackward();
      this.editing.insert("\n");
      return;
    }
    this.submitted = markers.expand(buffer.text).trim();
    this.editing.clear();
    this.host.closeMenu();
  }

  /** Returns the text submitted since the last call, if any. */
  takeSubmitted(): string | undefined {
    const text = this.submitted;
    this.submitted = undefined;
    return text;
  }

  /** Moves by one row; at the edge of the text, to the start or end of the line and from there into the history. */
  private moveRow(delta: -1 | 1): void {
    if (this.host.layOut().rows(delta)) return;
    const isAtStart = delta < 0 && this.editing.buffer.cursor.col === 0;
    if (this.history.isBrowsing || isAtStart) this.showHistory(delta < 0 ? "previous" : "next");
    else if (delta < 0) this.motion.lineStart();
    else this.motion.lineEnd();
  }
}
