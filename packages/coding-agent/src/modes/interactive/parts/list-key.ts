import { getKeybindings } from "@tau/tui";

const LIST_KEYS = [
  "tui.select.up",
  "tui.select.down",
  "tui.select.pageUp",
  "tui.select.pageDown",
  "tui.select.confirm",
  "tui.select.cancel",
] as const;

/** Whether a key is for the list below a line to search in; all others are typed into that line. */
export function isListKey(data: string): boolean {
  const keys = getKeybindings();
  return LIST_KEYS.some((id) => keys.matches(data, id));
}
