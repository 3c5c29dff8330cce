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

/** An insertion in progress: the command that began it, and the text before the user typed. */
interface Insertion {
  readonly repeat: (target: VimTarget) => void;
  /** How many copies of the typed text are wanted. */
  readonly count: number;
  readonly before: string;
  readonly offset: number;
}

/**
 * The editor with the keys of vi. It starts in insert mode; after Escape, letters are commands. Keys that type no text,
 * such as Enter, arrows and those of the application, do the same as in the plain editor in every mode.
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

  /** Claims Escape if it leaves a mode or drops pending keys; outside insert mode also Ctrl+R and keys that continue a command. */
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
    // Up and down return to the column where the last sideways move ended.
    if (!/^[jk]$/.test(this.pending)) this.motion.forgetColumn();
    this.pending = "";
    if (reading !== "unknown") this.change(() => this.inNormal(() => this.run(reading)));
  }

  /** Handles keys that type no text: Backspace and Delete act like `h` and `x`, and submitting returns to insert mode. */
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

  /** A method, because a command may change the mode and the compiler would keep its narrowed type of `this.mode`. */
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

  /** Runs an action, then keeps the cursor on a character: outside insert mode it is never after the last one. */
  private inNormal(action: () => void): void {
    action();
    if (this.isInserting()) return;
    const { buffer } = this.editing;
    const { line, col } = buffer.cursor;
    const last = this.target.text.lastColumn(line);
    if (col > last) buffer.moveTo({ line, col: last });
    this.selection = this.mode === "normal" ? undefined : selected(this.target, this.mode);
  }

  /** Moves by one row, or at the edge to another prompt of the history. If there is none, the cursor stays, as in vi. */
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

/** Returns the text that a key types; undefined for a key that types nothing and for a paste. */
function printed(data: string): string | undefined {
  return decodePrintableKey(data) ?? (hasControl(data) ? undefined : data);
}

/** Returns the text typed where the insertion began; empty if the user also edited elsewhere. */
function insertedText({ before, offset }: Insertion, now: string): string {
  const [head, tail] = [before.slice(0, offset), before.slice(offset)];
  return now.startsWith(head) && now.endsWith(tail) ? now.slice(offset, now.length - tail.length) : "";
}
