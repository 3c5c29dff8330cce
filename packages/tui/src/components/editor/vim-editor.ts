import { decodePrintableKey, getKeybindings } from "../../keys/index.ts";
import { Editor } from "./editor.ts";
import { COMMANDS, MOTIONS, operate, operateOnLines, type VimTarget } from "./vim-commands.ts";

const OPERATORS = new Set(["d", "c", "y"]);
const MAX_COUNT = 9999;

/** The editor with the keys of vi: escape leaves insert mode, letters are commands. Submitting and bound keys work in both. */
export class VimEditor extends Editor {
  onModeChange?: (mode: "insert" | "normal") => void;
  private mode: "insert" | "normal" = "insert";
  private pending = "";

  getMode(): "insert" | "normal" {
    return this.mode;
  }

  override handleInput(data: string): void {
    if (this.mode === "insert") this.handleInsert(data);
    else this.handleNormal(data);
  }

  private handleInsert(data: string): void {
    const isEscape = getKeybindings().matches(data, "tui.select.cancel") && data !== "\x03";
    if (!isEscape || this.isShowingAutocomplete()) {
      super.handleInput(data);
      return;
    }
    if (this.editing.buffer.cursor.col > 0) this.change(() => this.motion.left());
    this.setMode("normal");
  }

  private handleNormal(data: string): void {
    const key = data.length === 1 || data.startsWith("\x1b[") ? decodePrintableKey(data) : undefined;
    if (key === undefined) {
      this.pending = "";
      super.handleInput(data);
      return;
    }
    this.pending += key;
    const done = this.runPending();
    if (done) this.pending = "";
  }

  /** `[count][operator][count]motion` or `[count]command`. False while more keys are needed. */
  private runPending(): boolean {
    const match = /^([1-9]\d*)?([dcy])?([1-9]\d*)?(.*)$/su.exec(this.pending);
    const [, first = "1", operator = "", second = "1", rest = ""] = match ?? [];
    const count = Math.min(MAX_COUNT, Number(first) * Number(second));
    if (rest === "" || rest === "g") return false;
    if (operator && OPERATORS.has(rest)) {
      if (rest === operator) this.change(() => operateOnLines(operator, count, this.target()));
      return true;
    }
    const motion = MOTIONS[rest];
    const command = operator ? undefined : COMMANDS[rest];
    if (motion && operator) this.change(() => operate(operator, motion, count, this.target()));
    else if (motion) this.change(() => repeat(count, () => motion.move(this.target())));
    else if (command) this.change(() => repeat(count, () => command(this.target())));
    return true;
  }

  private target(): VimTarget {
    return { editing: this.editing, motion: this.layOut(), insertMode: () => this.setMode("insert") };
  }

  private setMode(mode: "insert" | "normal"): void {
    if (mode === this.mode) return;
    this.mode = mode;
    this.pending = "";
    this.editing.endSequence();
    this.onModeChange?.(mode);
  }
}

function repeat(count: number, action: () => void): void {
  for (let step = 0; step < count; step++) action();
}
