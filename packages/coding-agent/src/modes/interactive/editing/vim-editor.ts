/** Loaded when the setting `editorMode` asks for it. */
export { VimEditor } from "@tau/tui";
