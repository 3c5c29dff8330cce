import { getKeybindings, type Keybinding } from "@tau/tui";

/** The first key of an action as it is written for people; empty where it has none. */
export function keyText(id: Keybinding): string {
  return describeKey(getKeybindings().getKeys(id)[0] ?? "");
}

/** The same within a sentence: `Ctrl+C`, `Escape`. */
export function keyName(id: Keybinding): string {
  const key = getKeybindings().getKeys(id)[0] ?? "";
  return key.replace(/(^|\+)[a-z]/g, (letter) => letter.toUpperCase());
}

/** ` (Escape stops)`, behind what runs. */
export function stopHint(): string {
  const name = keyName("app.interrupt");
  return name === "" ? "" : ` (${name} stops)`;
}

/** `↑↓ move`, with the keys of lists. */
export function moveHint(): string {
  const keys = [keyText("tui.select.up"), keyText("tui.select.down")].filter(Boolean);
  const arrows: Readonly<Record<string, string>> = { "up down": "↑↓" };
  const text = arrows[keys.join(" ")] ?? keys.join("/");
  return text === "" ? "" : `${text} move`;
}

/** What a line of hints says, one after the other; what has no key is left out. */
export function joinHints(...hints: readonly string[]): string {
  return hints.filter((hint) => hint !== "").join(" · ");
}

/** Of a list: `enter choose · esc cancel`. */
export function chooseHints(confirm = "choose", cancel = "cancel"): string {
  return joinHints(keyHint("tui.select.confirm", confirm), keyHint("tui.select.cancel", cancel));
}

/** Of a line of text: `enter accept · esc cancel`. */
export function acceptHints(): string {
  return joinHints(keyHint("tui.input.submit", "accept"), keyHint("tui.select.cancel", "cancel"));
}

/** `ctrl+p next model`: for a line of hints. */
export function keyHint(id: Keybinding, description: string): string {
  const key = keyText(id);
  return key === "" ? "" : `${key} ${description}`;
}

export function describeKey(key: string): string {
  return key.replace(/(^|\+)escape$/, "$1esc").replace(/page(up|down)$/i, "pg$1");
}
