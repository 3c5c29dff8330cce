import { type Keybinding, TUI_KEYBINDINGS } from "@tau/tui";
import { type AppKeybinding, appKeybindings } from "../../../core/keybindings/index.ts";
import type { InteractiveContext } from "../interactive-context.ts";
import { describeKey } from "../keys/key-text.ts";
import type { SlashCommand } from "./command.ts";

/** From this width on, the names used in keybindings.json are shown too. */
const WIDE = 100;

export const hotkeysCommand: SlashCommand = {
  name: "hotkeys",
  aliases: ["keys", "keybindings"],
  description: "Show what the keys do",
  run: (context) => {
    const { screen } = context;
    const own = Object.entries<AppKeybinding>(appKeybindings());
    const groups = Object.entries(PLACES).map(([place, title]) => {
      const ids = own.flatMap(([id, { context: where }]) => (where === place ? [id] : []));
      return { title, rows: rowsOf(ids, context) };
    });
    const library = Object.entries(PARTS).map(([prefix, title]) => {
      const isSeen = prefix !== "tui.altScreen." || screen.tui.mode === "fullscreen";
      const ids = Object.keys(TUI_KEYBINDINGS).filter((id) => isSeen && id.startsWith(prefix));
      return { title, rows: rowsOf(ids, context) };
    });
    screen.showDefinitions(...groups, ...library);
  },
};

const PLACES: Readonly<Record<AppKeybinding["context"], string>> = {
  main: "Anywhere",
  sessions: "In the list of sessions",
  models: "In the lists of models",
  thinking: "In the list of thinking levels",
  tree: "In the session tree",
};

const PARTS = {
  "tui.input.": "Sending",
  "tui.editor.": "In the editor",
  "tui.select.": "In lists",
  "tui.altScreen.": "In fullscreen",
} as const;

function rowsOf(ids: readonly string[], { keymap, screen }: InteractiveContext): [string, string][] {
  const hasNames = screen.tui.terminal.columns >= WIDE;
  return (ids as Keybinding[]).flatMap((id) => {
    const keys = keymap.getKeys(id).map(describeKey).join(", ");
    const { description = "" } = keymap.getDefinition(id);
    return keys === "" ? [] : [[keys, hasNames ? `${description} (${id})` : description] as [string, string]];
  });
}
