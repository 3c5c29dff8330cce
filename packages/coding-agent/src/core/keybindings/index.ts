export {
  type AppKeybinding,
  type AppKeybindingId,
  appKeybindings,
} from "./app-keybindings.ts";
export { findKeyConflicts, keysOf } from "./conflicts.ts";
export { normalizeKey } from "./key-name.ts";
export {
  keybindingsSchema,
  loadKeybindingsFile,
} from "./keybindings-file.ts";
