import { keySequences } from "@tau/testkit";

/** Keys that would leave, suspend or start another program are not part of the game. */
const LEAVING = new Set(["ctrl+c", "ctrl+d", "ctrl+g", "ctrl+z"]);
const WORDS = [
  "/",
  "@",
  "model",
  "tree",
  "!echo hi",
  "日本語",
  "😀",
  "\x1b[200~a\nb\nc\x1b[201~",
  "\x1b[<0;3;3M",
  "\x1b]11;rgb:ffff/ffff/ffff\x07",
  "x".repeat(50),
];
/** Every letter with Ctrl and with Alt, as old and as new terminals send them; keys that come up; the wheel and a drag. */
const CHORDS = [..."abcdefghijklmnopqrstuvwxyz"].flatMap((letter) => {
  const code = letter.charCodeAt(0);
  const withAlt = [`\x1b${letter}`, `\x1b[${code};1:3u`];
  return LEAVING.has(`ctrl+${letter}`) ? withAlt : [...withAlt, String.fromCharCode(code - 96), `\x1b[${code};6u`];
});
const POINTER = ["\x1b[<64;5;5M", "\x1b[<65;5;5M", "\x1b[<73;5;5M", "\x1b[<0;2;3M\x1b[<32;20;6M\x1b[<0;20;6m"];
const NAMED = Object.entries(keySequences).flatMap(([name, keys]) => (LEAVING.has(name) ? [] : [keys]));
const KEYS = [...NAMED, ...NAMED, ...WORDS, ...WORDS, ...CHORDS, ...POINTER];

/** The same keys for the same seed: mulberry32, whose steps stay within 32 bits. */
export class MonkeyKeys {
  private state: number;

  constructor(seed: number) {
    this.state = seed;
  }

  take(count: number): string[] {
    return Array.from({ length: count }, () => KEYS[this.below(KEYS.length)] ?? "");
  }

  below(limit: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  }
}
