import type { Keybinding } from "../../keys/index.ts";
import type { Editing } from "./editing.ts";
import type { Motion } from "./motion.ts";

/** The parts of the editor that key actions use. */
export interface EditorActions {
  readonly editing: Editing;
  readonly motion: Motion;
  up(): void;
  down(): void;
  page(direction: -1 | 1): void;
  showHistory(direction: "previous" | "next"): void;
  awaitJump(direction: "forward" | "backward"): void;
  complete(): void;
  newLine(): void;
  submit(): void;
}

/** Every key action of the editor. Bindings are tried in this order: a key with several bindings runs the first one. */
export const KEY_ACTIONS: ReadonlyArray<readonly [Keybinding, (editor: EditorActions) => void]> = [
  ["tui.editor.undo", ({ editing }) => editing.undo()],
  ["tui.editor.redo", ({ editing }) => editing.redo()],
  ["tui.input.tab", (editor) => editor.complete()],
  ["tui.editor.deleteToLineEnd", ({ editing }) => editing.killToLineEnd()],
  ["tui.editor.deleteToLineStart", ({ editing }) => editing.killToLineStart()],
  ["tui.editor.deleteWordBackward", ({ editing }) => editing.killWordBackward()],
  ["tui.editor.deleteWordForward", ({ editing }) => editing.killWordForward()],
  ["tui.editor.deleteCharBackward", ({ editing }) => editing.deleteBackward()],
  ["tui.editor.deleteCharForward", ({ editing }) => editing.deleteForward()],
  ["tui.editor.yank", ({ editing }) => editing.yank()],
  ["tui.editor.yankPop", ({ editing }) => editing.yankPop()],
  ["tui.input.newLine", (editor) => editor.newLine()],
  ["tui.input.submit", (editor) => editor.submit()],
  ["tui.editor.historyPrevious", (editor) => editor.showHistory("previous")],
  ["tui.editor.historyNext", (editor) => editor.showHistory("next")],
  ["tui.editor.cursorUp", (editor) => editor.up()],
  ["tui.editor.cursorDown", (editor) => editor.down()],
  ["tui.editor.cursorLeft", ({ motion }) => motion.left()],
  ["tui.editor.cursorRight", ({ motion }) => motion.right()],
  ["tui.editor.cursorWordLeft", ({ motion }) => motion.wordLeft()],
  ["tui.editor.cursorWordRight", ({ motion }) => motion.wordRight()],
  ["tui.editor.cursorLineStart", ({ motion }) => motion.lineStart()],
  ["tui.editor.cursorLineEnd", ({ motion }) => motion.lineEnd()],
  ["tui.editor.pageUp", (editor) => editor.page(-1)],
  ["tui.editor.pageDown", (editor) => editor.page(1)],
  ["tui.editor.jumpForward", (editor) => editor.awaitJump("forward")],
  ["tui.editor.jumpBackward", (editor) => editor.awaitJump("backward")],
];
