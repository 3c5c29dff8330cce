export {
  type AppKeybinding,
  type AppKeybindingId,
  type AppKeybindings,
  appKeybindings,
  type KeyContext,
  type KeyPlatform,
  useWindowsKeybindings,
} from "./app-keybindings.ts";
export { findKeyConflicts, type KeyConflict, keysOf } from "./conflicts.ts";
export { normalizeKey } from "./key-name.ts";
export {
  type KeybindingsFile,
  keybindingsSchema,
  loadKeybindingsFile,
  type UserKeybindings,
} from "./keybindings-file.ts";
