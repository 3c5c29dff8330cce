import { getKeybindings, type Keybinding } from "@tau/tui";

/** The first key of an action as it is written for people; empty where it has none. */
export function keyText(id: Keybinding): string {
  return describeKey(getKeybindings().getKeys(id)[0] ?? "");
}

/** `ctrl+p next model`: for a line of hints. */
export function keyHint(id: Keybinding, description: string): string {
  const key = keyText(id);
  return key === "" ? "" : `${key} ${description}`;
}

export function describeKey(key: string): string {
  return key.replace(/(^|\+)escape$/, "$1esc").replace(/page(up|down)$/i, "pg$1");
}
