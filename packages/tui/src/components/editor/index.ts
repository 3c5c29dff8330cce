export { Editor, type EditorOptions, type EditorTheme } from "./editor.ts";
export type { EditorComponent } from "./editor-component.ts";
export { wordWrapLine } from "./wrap-line.ts";
