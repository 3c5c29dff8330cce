import { formatKeyName, type KeyName, MODIFIER, parseKeyName } from "./key-event.ts";
import type { KeyId } from "./key-id.ts";
import { parseKeyEvent } from "./parse-key-event.ts";

/** Returns whether an input is the named key, in any encoding of the terminal. Press, repeat and release all match. */
export function matchesKey(data: string, keyId: KeyId): boolean {
  const event = parseKeyEvent(data);
  if (!event) return false;
  const wanted = parseKeyName(keyId);
  return isSame(event, wanted) || (event.aliases?.some((alias) => isSame(alias, wanted)) ?? false);
}

/** Returns the canonical id of the key, or undefined if the input is not a single key. A typed capital letter is returned as it is. */
export function parseKey(data: string): string | undefined {
  const event = parseKeyEvent(data);
  if (event?.text === data) return data === " " ? "space" : data;
  return event && formatKeyName(event);
}

export function isKeyRelease(data: string): boolean {
  return (parseKeyEvent(data)?.type ?? typeOfUnnamed(data)) === "release";
}

export function isKeyRepeat(data: string): boolean {
  return (parseKeyEvent(data)?.type ?? typeOfUnnamed(data)) === "repeat";
}

/** Returns the event type of a key without a name, such as Caps Lock or Shift alone, which Kitty reports too. */
function typeOfUnnamed(data: string): "release" | "repeat" | undefined {
  const [, type] = /^\x1b\[\d+(?::\d*)*;\d*:([23])(?:;[\d:]*)?[u~]$/.exec(data) ?? [];
  if (type === undefined) return undefined;
  return type === "3" ? "release" : "repeat";
}

/** Returns the character that a CSI u key types; undefined if there is none, for modifiers other than Shift, and for a release. */
export function decodeKittyPrintable(data: string): string | undefined {
  return data.endsWith("u") && data.startsWith("\x1b[") ? decodePrintableKey(data) : undefined;
}

/** Returns the text that an input types, in any encoding. */
export function decodePrintableKey(data: string): string | undefined {
  const event = parseKeyEvent(data);
  if (!event || event.type === "release" || event.modifiers & ~MODIFIER.shift) return undefined;
  return event.text || undefined;
}

function isSame(a: KeyName, b: KeyName): boolean {
  return a.key === b.key && a.modifiers === b.modifiers;
}
