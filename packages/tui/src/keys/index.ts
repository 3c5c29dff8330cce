export { type EditorKeybindings, getEditorKeybindings } from "./editor-keybindings.ts";
export type { KeyEventType } from "./key-event.ts";
export { Key, type KeyId } from "./key-id.ts";
export {
  getKeybindings,
  type Keybinding,
  type KeybindingConflict,
  type Keybindings,
  type KeybindingsConfig,
  KeybindingsManager,
  setKeybindings,
} from "./keybindings.ts";
export { isKittyProtocolActive, setKittyProtocolActive } from "./kitty-protocol.ts";
export {
  decodeKittyPrintable,
  decodePrintableKey,
  isKeyRelease,
  isKeyRepeat,
  matchesKey,
  parseKey,
} from "./matches-key.ts";
export { type KeybindingDefinition, type KeybindingDefinitions, TUI_KEYBINDINGS } from "./tui-keybindings.ts";
