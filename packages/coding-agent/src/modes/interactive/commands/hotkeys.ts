import { type Keybinding, TUI_KEYBINDINGS } from "@tau/tui";
import { appKeybindings } from "../../../core/keybindings/index.ts";
import { describeKey } from "../keys/key-text.ts";
import type { SlashCommand } from "./command.ts";

export const hotkeysCommand: SlashCommand = {
  name: "hotkeys",
  description: "Show what the keys do",
  run: ({ screen, keymap }) => {
    const ids = [...Object.keys(appKeybindings()), ...Object.keys(TUI_KEYBINDINGS)] as Keybinding[];
    const rows = ids.flatMap((id) => {
      const keys = keymap.getKeys(id).map(describeKey).join(", ");
      return keys === "" ? [] : [[keys, keymap.getDefinition(id).description ?? "", id]];
    });
    screen.showTable(["Keys", "What they do", "Name in keybindings.json"], rows);
  },
};
