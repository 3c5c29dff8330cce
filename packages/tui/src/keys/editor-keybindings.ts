import type { KeyId } from "./key-id.ts";
import { getKeybindings, type Keybinding } from "./keybindings.ts";
import { TUI_KEYBINDINGS } from "./tui-keybindings.ts";

export interface EditorKeybindings {
  matches(data: string, action: string): boolean;
  getKeys(action: string): KeyId[];
}

/** The bindings of components by the plain names that actions once had, as `selectUp` and `cursorLeft`: older extensions ask so. */
export function getEditorKeybindings(): EditorKeybindings {
  return {
    matches: (data, action) => getKeybindings().matches(data, presentId(action)),
    getKeys: (action) => getKeybindings().getKeys(presentId(action)),
  };
}

function presentId(action: string): Keybinding {
  const selecting = action.replace(/^select([A-Z])/, (_, first: string) => first.toLowerCase());
  const candidates = [
    action,
    ...(selecting === action ? [] : [`tui.select.${selecting}`]),
    `tui.editor.${action}`,
    `tui.input.${action}`,
  ];
  return (candidates.find((id) => id in TUI_KEYBINDINGS) ?? action) as Keybinding;
}
