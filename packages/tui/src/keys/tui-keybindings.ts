import type { KeyId } from "./key-id.ts";

export interface KeybindingDefinition {
  defaultKeys: KeyId | KeyId[];
  description?: string;
}

export type KeybindingDefinitions = Record<string, KeybindingDefinition>;

/** The bindings of the components and the fullscreen screen of this package. */
export const TUI_KEYBINDINGS = {
  "tui.editor.cursorUp": { defaultKeys: "up", description: "Cursor up" },
  "tui.editor.cursorDown": { defaultKeys: "down", description: "Cursor down" },
  "tui.editor.historyPrevious": { defaultKeys: [], description: "Previous prompt from the history" },
  "tui.editor.historyNext": { defaultKeys: [], description: "Next prompt from the history" },
  "tui.editor.cursorLeft": { defaultKeys: ["left", "ctrl+b"], description: "Cursor left" },
  "tui.editor.cursorRight": { defaultKeys: ["right", "ctrl+f"], description: "Cursor right" },
  "tui.editor.cursorWordLeft": { defaultKeys: ["alt+left", "ctrl+left", "alt+b"], description: "Cursor one word left" },
  "tui.editor.cursorWordRight": {
    defaultKeys: ["alt+right", "ctrl+right", "alt+f"],
    description: "Cursor one word right",
  },
  "tui.editor.cursorLineStart": { defaultKeys: ["home", "ctrl+a"], description: "Start of the line" },
  "tui.editor.cursorLineEnd": { defaultKeys: ["end", "ctrl+e"], description: "End of the line" },
  "tui.editor.jumpForward": { defaultKeys: "ctrl+]", description: "Jump forward to the character typed next" },
  "tui.editor.jumpBackward": { defaultKeys: "ctrl+alt+]", description: "Jump back to the character typed next" },
  "tui.editor.pageUp": { defaultKeys: ["pageUp", "ctrl+pageUp"], description: "One page up" },
  "tui.editor.pageDown": { defaultKeys: ["pageDown", "ctrl+pageDown"], description: "One page down" },
  "tui.editor.deleteCharBackward": { defaultKeys: "backspace", description: "Delete the character before the cursor" },
  "tui.editor.deleteCharForward": {
    defaultKeys: ["delete", "ctrl+d"],
    description: "Delete the character under the cursor",
  },
  "tui.editor.deleteWordBackward": {
    defaultKeys: ["ctrl+w", "alt+backspace"],
    description: "Cut the word before the cursor",
  },
  "tui.editor.deleteWordForward": {
    defaultKeys: ["alt+d", "alt+delete"],
    description: "Cut the word after the cursor",
  },
  "tui.editor.deleteToLineStart": { defaultKeys: "ctrl+u", description: "Cut to the start of the line" },
  "tui.editor.deleteToLineEnd": { defaultKeys: "ctrl+k", description: "Cut to the end of the line" },
  "tui.editor.yank": { defaultKeys: "ctrl+y", description: "Insert what was cut last" },
  "tui.editor.yankPop": { defaultKeys: "alt+y", description: "Replace it by what was cut before" },
  "tui.editor.undo": {
    defaultKeys: onPlatform({ windows: "ctrl+z", wsl: "alt+z", other: "ctrl+-" }),
    description: "Undo",
  },
  "tui.editor.redo": { defaultKeys: ["ctrl+shift+z", "alt+-"], description: "Redo what was undone" },
  "tui.input.newLine": { defaultKeys: ["shift+enter", "ctrl+j"], description: "New line" },
  "tui.input.submit": { defaultKeys: "enter", description: "Submit" },
  "tui.input.tab": { defaultKeys: "tab", description: "Complete" },
  "tui.input.copy": { defaultKeys: "ctrl+c", description: "Copy the selection" },
  "tui.select.up": { defaultKeys: "up", description: "Previous item" },
  "tui.select.down": { defaultKeys: "down", description: "Next item" },
  "tui.select.pageUp": { defaultKeys: "pageUp", description: "Previous page of items" },
  "tui.select.pageDown": { defaultKeys: "pageDown", description: "Next page of items" },
  "tui.select.confirm": { defaultKeys: "enter", description: "Choose the item" },
  "tui.select.cancel": { defaultKeys: ["escape", "ctrl+c"], description: "Cancel" },
  "tui.altScreen.pageUp": { defaultKeys: "pageUp", description: "Scroll one page up" },
  "tui.altScreen.pageDown": { defaultKeys: "pageDown", description: "Scroll one page down" },
  "tui.altScreen.halfPageUp": { defaultKeys: [], description: "Scroll half a page up" },
  "tui.altScreen.halfPageDown": { defaultKeys: [], description: "Scroll half a page down" },
  "tui.altScreen.lineUp": { defaultKeys: [], description: "Scroll one line up" },
  "tui.altScreen.lineDown": { defaultKeys: [], description: "Scroll one line down" },
  "tui.altScreen.previousPrompt": {
    defaultKeys: onPlatform({ windows: "ctrl+up", wsl: "ctrl+up", other: ["ctrl+shift+up", "ctrl+up"] }),
    description: "Scroll to the previous prompt",
  },
  "tui.altScreen.nextPrompt": {
    defaultKeys: onPlatform({ windows: "ctrl+down", wsl: "ctrl+down", other: ["ctrl+shift+down", "ctrl+down"] }),
    description: "Scroll to the next prompt",
  },
  "tui.altScreen.search": {
    defaultKeys: onPlatform({ windows: "ctrl+f", wsl: "ctrl+f", other: "ctrl+shift+f" }),
    description: "Search the transcript",
  },
  "tui.altScreen.searchNext": { defaultKeys: ["enter", "ctrl+g"], description: "Next match" },
  "tui.altScreen.searchPrevious": { defaultKeys: ["shift+enter", "ctrl+shift+g"], description: "Previous match" },
  "tui.altScreen.searchClose": { defaultKeys: "escape", description: "Close the search" },
  "tui.altScreen.top": { defaultKeys: "ctrl+home", description: "Scroll to the top" },
  "tui.altScreen.bottom": { defaultKeys: "ctrl+end", description: "Scroll to the bottom" },
} satisfies KeybindingDefinitions;

interface PlatformKeys {
  windows: KeyId | KeyId[];
  wsl: KeyId | KeyId[];
  other: KeyId | KeyId[];
}

/** Chooses keys by platform: Windows Terminal reserves some combinations, also for programs in WSL. */
function onPlatform(keys: PlatformKeys): KeyId | KeyId[] {
  if (process.platform === "win32") return keys.windows;
  return process.env.WSL_DISTRO_NAME ? keys.wsl : keys.other;
}
