import { decodePrintableKey, getKeybindings, matchesKey } from "../../../keys/index.ts";
import { Editor } from "../editor.ts";
import { hasControl } from "../has-control.ts";
import type { Position } from "../text-buffer.ts";
import type { Find, VimCommand, VimMode, VimTarget } from "./commands.ts";
import { readNormalKeys } from "./grammar.ts";
import { Register } from "./operators.ts";
import { VimText } from "./vim-text.ts";
import { readVisualKeys, selected } from "./visual.ts";

export type { VimMode } from "./commands.ts";

/** An insertion under way: what began it, and the text before anything was typed. */
interface Insertion {
  readonly repeat: (target: VimTarget) => void;
  /** How often what is typed is to be there. */
  readonly count: number;
  readonly before: string;
  readonly offset: number;
}

/**
 * The editor with the keys of vi. It begins in insert mode; Escape leaves that, and letters are commands then. Keys that type nothing,
 * such as Enter, arrows and those of the application, do what they do in the plain editor in every mode.
 */
export class VimEditor extends Editor {
  onModeChange?: (mode: VimMode) => void;
  private mode: VimMode = "insert";
  private pending = "";
  private insertion: Insertion | undefined;
  private lastChange: { readonly repeat: (target: VimTarget) => void; readonly inserted?: string } | undefined;
  private readonly target: VimTarget = this.createTarget();

  getMode(): VimMode {
    return this.mode;
  }

  override get modeLabel(): string {
    return this.mode.toUpperCase();
  }

  /** Escape means something here except in normal mode, and so does every key that completes a command. */
  override claimsKey(data: string): boolean {
    if (matchesKey(data, "escape"))
      return this.pending !== "" || (this.mode !== "normal" && !this.isShowingAutocomplete());
    if (this.mode === "insert") return false;
    return matchesKey(data, "ctrl+r") || (this.pending !== "" && printed(data) !== undefined);
  }

  override setText(text: string): void {
    super.setText(text);
    if (this.mode !== "insert") this.leaveSelection();
  }

  override handleInput(data: string): void {
    if (this.mode === "insert") this.handleInsert(data);
    else this.handleCommand(data);
  }

  private handleInsert(data: string): void {
    if (!matchesKey(data, "escape") || this.isShowingAutocomplete()) super.handleInput(data);
    else this.change(() => this.leaveInsert());
  }

  private handleCommand(data: string): void {
    const key = printed(data);
    if (matchesKey(data, "escape")) this.change(() => this.leaveSelection());
    else if (key !== undefined) this.readKey(key);
    else if (matchesKey(data, "ctrl+r")) this.change(() => this.inNormal(() => this.editing.redo()));
    else this.handleOther(data);
  }

  private readKey(key: string): void {
    this.pending += key;
    if (this.pending === ".") {
      this.pending = "";
      this.change(() => this.repeatChange());
      return;
    }
    const { find } = this.target;
    const reading =
      this.mode === "normal" ? readNormalKeys(this.pending, find) : readVisualKeys(this.pending, this.mode, find);
    if (reading === "incomplete") return;
    // Up and down aim at the column where the last sideways move ended.
    if (!/^[jk]$/.test(this.pending)) this.motion.forgetColumn();
    this.pending = "";
    if (reading !== "unknown") this.change(() => this.inNormal(() => this.run(reading)));
  }

  /** Arrows move, Backspace does too; Enter sends, and what is typed next is a new prompt. */
  private handleOther(data: string): void {
    this.pending = "";
    const keys = getKeybindings();
    if (keys.matches(data, "tui.editor.deleteCharBackward")) this.readKey("h");
    else if (keys.matches(data, "tui.editor.deleteCharForward")) this.readKey("x");
    else super.handleInput(data);
    if (keys.matches(data, "tui.input.submit") && this.getText() === "") this.setMode("insert");
    else this.inNormal(() => undefined);
  }

  private run(command: VimCommand): void {
    const { repeat, insertCount: count = 1 } = command;
    if (repeat) this.editing.beginStep();
    command.run(this.target);
    if (!repeat) return;
    if (this.isInserting()) {
      const { buffer } = this.editing;
      this.insertion = { repeat, count, before: buffer.text, offset: this.target.text.offsetOf(buffer.cursor) };
    } else {
      this.editing.endStep();
      this.lastChange = { repeat };
    }
  }

  private repeatChange(): void {
    const { lastChange } = this;
    if (!lastChange || this.mode !== "normal") return;
    this.editing.beginStep();
    lastChange.repeat(this.target);
    if (this.isInserting()) {
      if (lastChange.inserted) this.editing.insert(lastChange.inserted);
      this.leaveInsert();
    }
    this.editing.endStep();
    this.inNormal(() => undefined);
  }

  /** A command may have changed the mode. */
  private isInserting(): boolean {
    return this.mode === "insert";
  }

  private leaveInsert(): void {
    const { buffer } = this.editing;
    const { insertion } = this;
    if (insertion) {
      const typed = insertedText(insertion, buffer.text);
      if (typed !== "" && insertion.count > 1) this.editing.insert(typed.repeat(insertion.count - 1));
      this.lastChange = { repeat: insertion.repeat, inserted: typed.repeat(insertion.count) };
    }
    this.insertion = undefined;
    this.editing.endStep();
    if (buffer.cursor.col > 0) this.motion.left();
    this.setMode("normal");
  }

  private leaveSelection(): void {
    this.pending = "";
    this.setMode("normal");
    this.inNormal(() => undefined);
  }

  /** Outside insert mode the cursor stands on a character, not behind the last one. */
  private inNormal(action: () => void): void {
    action();
    if (this.isInserting()) return;
    const { buffer } = this.editing;
    const { line, col } = buffer.cursor;
    const last = this.target.text.lastColumn(line);
    if (col > last) buffer.moveTo({ line, col: last });
    this.selection = this.mode === "normal" ? undefined : selected(this.target, this.mode);
  }

  /** At the edge of the text to an earlier or later prompt. Where there is none, vi stays and the plain editor does not. */
  private stepRow(direction: -1 | 1): void {
    if (this.layOut().rows(direction)) return;
    const { buffer } = this.editing;
    const { state, text } = buffer;
    this.moveRow(direction);
    if (buffer.text === text) buffer.restore(state);
  }

  private setMode(mode: VimMode): void {
    if (mode !== "visual" && mode !== "visual line") this.selection = undefined;
    if (mode === this.mode) return;
    this.mode = mode;
    this.pending = "";
    this.editing.endSequence();
    this.onModeChange?.(mode);
  }

  private createTarget(): VimTarget {
    return {
      editing: this.editing,
      text: new VimText(this.editing),
      register: new Register(),
      find: undefined as Find | undefined,
      anchor: { line: 0, col: 0 } as Position,
      setMode: (mode) => this.setMode(mode),
      stepRow: (direction) => this.stepRow(direction),
    };
  }
}

/** What a key types; undefined for one that types nothing, and for a paste. */
function printed(data: string): string | undefined {
  return decodePrintableKey(data) ?? (hasControl(data) ? undefined : data);
}

/** What was typed in one piece where the insertion began. */
function insertedText({ before, offset }: Insertion, now: string): string {
  const [head, tail] = [before.slice(0, offset), before.slice(offset)];
  return now.startsWith(head) && now.endsWith(tail) ? now.slice(offset, now.length - tail.length) : "";
}
