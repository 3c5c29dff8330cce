import { formatKeyName, type KeyName, MODIFIER, parseKeyName } from "./key-event.ts";
import type { KeyId } from "./key-id.ts";
import { parseKeyEvent } from "./parse-key-event.ts";

/** Whether an input is the named key, in whichever encoding the terminal sent it. Press, repeat and release all match. */
export function matchesKey(data: string, keyId: KeyId): boolean {
  const event = parseKeyEvent(data);
  if (!event) return false;
  const wanted = parseKeyName(keyId);
  return isSame(event, wanted) || (event.aliases?.some((alias) => isSame(alias, wanted)) ?? false);
}

/** The canonical id of the key, or undefined if the input is no single key. A capital letter that was typed as such is itself. */
export function parseKey(data: string): string | undefined {
  const event = parseKeyEvent(data);
  if (event?.text === data) return data === " " ? "space" : data;
  return event && formatKeyName(event);
}

export function isKeyRelease(data: string): boolean {
  return parseKeyEvent(data)?.type === "release";
}

export function isKeyRepeat(data: string): boolean {
  return parseKeyEvent(data)?.type === "repeat";
}

/** The character that a CSI u key types, or undefined if it is none, carries other modifiers than Shift, or is a release. */
export function decodeKittyPrintable(data: string): string | undefined {
  return data.endsWith("u") && data.startsWith("\x1b[") ? decodePrintableKey(data) : undefined;
}

/** What an input types, whichever way it is encoded. */
export function decodePrintableKey(data: string): string | undefined {
  const event = parseKeyEvent(data);
  if (!event || event.type === "release" || event.modifiers & ~MODIFIER.shift) return undefined;
  return event.text || undefined;
}

function isSame(a: KeyName, b: KeyName): boolean {
  return a.key === b.key && a.modifiers === b.modifiers;
}
