import { type KeyEvent, type KeyEventType, type KeyName, MODIFIER, MODIFIER_MASK } from "./key-event.ts";
import { FUNCTION_CODES, KITTY_CODES, LETTER_FINALS, legacyKey } from "./key-tables.ts";
import { isKittyProtocolActive } from "./kitty-protocol.ts";

let lastData: string | undefined;
let lastKitty = false;
let lastEvent: KeyEvent | undefined;

/**
 * Parses one input sequence in any encoding: legacy, xterm's modifyOtherKeys, CSI u and Kitty. Returns undefined for pastes,
 * mouse reports and replies, which are not a single key. Many bindings check the same input, so the last result is cached.
 */
export function parseKeyEvent(data: string): KeyEvent | undefined {
  if (data !== lastData || lastKitty !== isKittyProtocolActive()) {
    lastKitty = isKittyProtocolActive();
    lastEvent = parse(data);
    lastData = data;
  }
  return lastEvent;
}

function parse(data: string): KeyEvent | undefined {
  if (data.length === 0) return undefined;
  if (data === "\n") return lineFeed();
  const legacy = legacyKey(data);
  if (legacy) return { type: "press", ...legacy };
  if (data.charCodeAt(0) !== 0x1b) return parseCharacter(data);
  if (data.length === 1) return ESCAPE;
  return parseCsi(data) ?? parseMeta(data);
}

const ESCAPE: KeyEvent = {
  key: "escape",
  modifiers: 0,
  type: "press",
  aliases: [{ key: "[", modifiers: MODIFIER.ctrl }],
};

/** Returns the key of a line feed: Enter or Ctrl+J. If Enter has its own sequence, terminals are set to send a line feed for Shift+Enter. */
function lineFeed(): KeyEvent {
  const modifiers = isKittyProtocolActive() ? MODIFIER.shift : 0;
  return { key: "enter", modifiers, type: "press", aliases: [{ key: "j", modifiers: MODIFIER.ctrl }] };
}

/** `CSI number[:shifted[:base]] ; modifiers[:event] ; text final` */
const CSI = /^\x1b\[(\d*)(?::(\d*))?(?::(\d*))?(?:;(\d*)(?::(\d))?)?(?:;([\d:]*))?([A-Za-z~])$/;

function parseCsi(data: string): KeyEvent | undefined {
  const match = CSI.exec(data);
  if (!match) return undefined;
  const [, number = "", shifted = "", base = "", modifierText = "", event = "", third = "", final = ""] = match;
  const code = Number(number || "1");
  const modifiers = (Math.max(1, Number(modifierText || "1")) - 1) & MODIFIER_MASK;
  const type = eventType(event);
  if (final === "u") return fromCodePoint(code, Number(shifted), Number(base), modifiers, type, third);
  if (final === "~") {
    if (code === 27 && third !== "") return fromCodePoint(Number(third), 0, 0, modifiers, type, "");
    const key = FUNCTION_CODES[code];
    return key ? { key, modifiers, type } : undefined;
  }
  const key = LETTER_FINALS[final];
  return key && code === 1 ? { key, modifiers, type } : undefined;
}

function eventType(code: string): KeyEventType {
  if (code === "3") return "release";
  return code === "2" ? "repeat" : "press";
}

function fromCodePoint(
  code: number,
  shifted: number,
  base: number,
  modifiers: number,
  type: KeyEventType,
  textCodes: string,
): KeyEvent | undefined {
  if (!(code <= 0x10ffff)) return undefined;
  const named = KITTY_CODES[code];
  if (named) return { key: named, modifiers, type, ...(isTyped(named, modifiers) ? { text: typedText(named) } : {}) };
  if (code < 0x20 || (code >= 0xe000 && code <= 0xf8ff)) return undefined;
  // On a non-Latin keyboard, the key is identified by its position on a Latin one.
  const position = base > 0x20 && base < 0x7f && code > 0x7f ? base : code;
  const character = String.fromCodePoint(position);
  const key = character.toLowerCase();
  const upper = character !== key ? MODIFIER.shift : 0;
  const typed = textCodes ? decodeCodes(textCodes) : shiftedText(code, shifted, modifiers);
  return {
    key,
    modifiers: modifiers | upper,
    type,
    ...(modifiers & ~MODIFIER.shift ? {} : { text: typed }),
    ...shiftAlias(code, typed, modifiers),
  };
}

/** Returns aliases: Shift+1 also matches `!`. If the terminal reports `!` itself together with Ctrl or Alt, Shift stays part of the key. */
function shiftAlias(code: number, typed: string, modifiers: number): { aliases?: readonly KeyName[] } {
  if (!(modifiers & MODIFIER.shift) || typed.toLowerCase() !== typed) return {};
  if (modifiers !== MODIFIER.shift && typed === String.fromCodePoint(code)) return {};
  return { aliases: [{ key: typed, modifiers: modifiers & ~MODIFIER.shift }] };
}

function shiftedText(code: number, shifted: number, modifiers: number): string {
  const character = String.fromCodePoint(code);
  if (!(modifiers & MODIFIER.shift)) return character;
  return shifted > 0 && shifted <= 0x10ffff ? String.fromCodePoint(shifted) : character.toUpperCase();
}

function decodeCodes(codes: string): string {
  const points = codes.split(":").map(Number);
  return points.every((point) => point >= 0x20 && point <= 0x10ffff) ? String.fromCodePoint(...points) : "";
}

function isTyped(name: string, modifiers: number): boolean {
  return !(modifiers & ~MODIFIER.shift) && (name === "space" || name.length === 1);
}

function typedText(name: string): string {
  return name === "space" ? " " : name;
}

/** Parses a typed character. */
function parseCharacter(data: string): KeyEvent | undefined {
  const code = data.codePointAt(0) ?? 0;
  if (code < 0x20 || code === 0x7f) return undefined;
  if (data.length !== (code > 0xffff ? 2 : 1)) return undefined;
  const key = data.toLowerCase();
  return { key, modifiers: key === data ? 0 : MODIFIER.shift, type: "press", text: data };
}

/** The letters that macOS terminals send for Alt with an arrow. With the Kitty protocol, Alt with a letter has its own sequence. */
const META_ARROWS: Readonly<Record<string, string>> = {
  b: "left",
  B: "left",
  f: "right",
  F: "right",
  n: "down",
  p: "up",
};

/** Parses ESC followed by a key, the traditional encoding of Alt. */
function parseMeta(data: string): KeyEvent | undefined {
  const rest = data.slice(1);
  // If Enter has its own sequences, terminals are set to send this for Shift+Enter.
  if (rest === "\r" && isKittyProtocolActive()) return { key: "enter", modifiers: MODIFIER.shift, type: "press" };
  const inner = legacyKey(rest) ?? (rest.charCodeAt(0) === 0x1b ? undefined : parseCharacter(rest));
  if (!inner) return undefined;
  const aliases = inner.aliases?.map((alias) => ({ ...alias, modifiers: alias.modifiers | MODIFIER.alt }));
  const event: KeyEvent = { key: inner.key, modifiers: inner.modifiers | MODIFIER.alt, type: "press" };
  const arrow = META_ARROWS[rest];
  if (arrow) {
    const letter = isKittyProtocolActive() ? {} : { aliases: [{ key: event.key, modifiers: event.modifiers }] };
    return { ...event, key: arrow, modifiers: MODIFIER.alt, ...letter };
  }
  return aliases ? { ...event, aliases } : event;
}
