import type { KeyId } from "./key-id.ts";
import { getKeybindings, type Keybinding } from "./keybindings.ts";
import { TUI_KEYBINDINGS } from "./tui-keybindings.ts";

export interface EditorKeybindings {
  matches(data: string, action: string): boolean;
  getKeys(action: string): KeyId[];
}

/** Returns the bindings under the old action names, such as `selectUp` and `cursorLeft`, which older extensions use. */
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
