export { type ExternalEditOptions, type ExternalEditOutcome, editExternally } from "./edit-externally.ts";
export { Editor, type EditorOptions, type EditorTheme } from "./editor.ts";
export type { EditorComponent } from "./editor-component.ts";
export { VimEditor, type VimMode } from "./vim/vim-editor.ts";
export { wordWrapLine } from "./wrap-line.ts";
