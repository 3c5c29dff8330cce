import { getKeybindings, type Keybinding } from "@tau/tui";

/** Returns the first key of an action for display. Empty if it has none. */
export function keyText(id: Keybinding): string {
  return describeKey(getKeybindings().getKeys(id)[0] ?? "");
}

/** Returns the key for use in a sentence: `Ctrl+C`, `Escape`. */
export function keyName(id: Keybinding): string {
  const key = getKeybindings().getKeys(id)[0] ?? "";
  return key.replace(/(^|\+)[a-z]/g, (letter) => letter.toUpperCase());
}

/** Returns ` (Escape stops)`, to append to what is running. */
export function stopHint(): string {
  const name = keyName("app.interrupt");
  return name === "" ? "" : ` (${name} stops)`;
}

/** Returns `↑↓ move`, with the keys of lists. */
export function moveHint(): string {
  const keys = [keyText("tui.select.up"), keyText("tui.select.down")].filter(Boolean);
  const arrows: Readonly<Record<string, string>> = { "up down": "↑↓" };
  const text = arrows[keys.join(" ")] ?? keys.join("/");
  return text === "" ? "" : `${text} move`;
}

/** Joins hints into a line. Leaves out hints without a key. */
export function joinHints(...hints: readonly string[]): string {
  return hints.filter((hint) => hint !== "").join(" · ");
}

/** Returns the hints of a list: `enter choose · esc cancel`. */
export function chooseHints(confirm = "choose", cancel = "cancel"): string {
  return joinHints(keyHint("tui.select.confirm", confirm), keyHint("tui.select.cancel", cancel));
}

/** Returns the hints of a text field: `enter accept · esc cancel`. */
export function acceptHints(): string {
  return joinHints(keyHint("tui.input.submit", "accept"), keyHint("tui.select.cancel", "cancel"));
}

/** Returns `ctrl+p next model`, for a line of hints. */
export function keyHint(id: Keybinding, description: string): string {
  const key = keyText(id);
  return key === "" ? "" : `${key} ${description}`;
}

export function describeKey(key: string): string {
  return key.replace(/(^|\+)escape$/, "$1esc").replace(/page(up|down)$/i, "pg$1");
}
