import { decodePrintableKey, getKeybindings } from "../../keys/index.ts";
import { Editor } from "./editor.ts";
import { readVimKeys, type VimTarget } from "./vim-commands.ts";

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
    const command = readVimKeys(this.pending);
    if (command === "incomplete") return;
    this.pending = "";
    if (command !== "unknown") this.change(() => command(this.target()));
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
