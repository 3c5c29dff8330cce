import { latePattern } from "./late-pattern.ts";
import { isWide } from "./wide-code-points.ts";

const MAX_CACHED_CLUSTERS = 4096;
const clusterWidths = new Map<string, number>();
let basicPlane: Uint8Array | undefined;

/** How the terminal shows emoji of several code points: true for one picture of two cells, false for separate parts. */
export interface EmojiWidths {
  /** Emoji with a joiner, such as 👩‍💻. */
  readonly joined: boolean;
  /** Emoji with a skin tone. */
  readonly toned: boolean;
  /** Characters that only the emoji selector makes wide, such as ❤️, and keycaps. */
  readonly selected: boolean;
  /** Flags, made of two country letters. Shown as parts, each letter takes two cells. */
  readonly flagged: boolean;
}

const WHOLE: EmojiWidths = { joined: true, toned: true, selected: true, flagged: true };
let emoji = WHOLE;
let isEmojiMet = false;
let generation = 0;

/** Returns whether such an emoji was measured so far. Only then does it matter how the terminal shows them. */
export function hasMetEmoji(): boolean {
  return isEmojiMet;
}

/** Sets the widths measured on the terminal. Returns whether any width may have changed. */
export function setEmojiWidths(widths: EmojiWidths): boolean {
  const kinds = ["joined", "toned", "selected", "flagged"] as const;
  if (kinds.every((kind) => widths[kind] === emoji[kind])) return false;
  emoji = widths;
  generation++;
  clusterWidths.clear();
  return true;
}

/** Resets to the common widths, for another terminal that was not measured yet. */
export function resetEmojiWidths(): void {
  setEmojiWidths(WHOLE);
  emoji = WHOLE;
  isEmojiMet = false;
  generation++;
  clusterWidths.clear();
}

/** Returns a number that changes with every change of widths, so that caches of measured widths can be dropped. */
export function widthGeneration(): number {
  return generation;
}

/** Returns the cells of one code point on its own: 0 for joining or invisible ones, 2 for wide ones. */
export function codePointWidth(codePoint: number): number {
  if (codePoint < 0x7f) return codePoint < 0x20 ? 0 : 1;
  if (codePoint > 0xffff) return measureCodePoint(codePoint);
  basicPlane ??= new Uint8Array(0x10000);
  const known = basicPlane[codePoint] ?? 0;
  if (known > 0) return known - 1;
  const width = measureCodePoint(codePoint);
  basicPlane[codePoint] = width + 1;
  return width;
}

/**
 * Returns the cells of one grapheme cluster. An emoji sequence (joined, flag, keycap or with the emoji selector) takes two,
 * unless the terminal was measured to show its parts. Any other cluster takes the sum of its parts, which is never less than
 * the width in a terminal that does not know the cluster.
 */
export function clusterWidth(cluster: string): number {
  const first = cluster.codePointAt(0) ?? 0;
  if (cluster.length === (first > 0xffff ? 2 : 1)) return codePointWidth(first);
  const cached = clusterWidths.get(cluster);
  if (cached !== undefined) return cached;
  if (clusterWidths.size >= MAX_CACHED_CLUSTERS) clusterWidths.clear();
  const width = measureCluster(cluster);
  clusterWidths.set(cluster, width);
  return width;
}

function measureCluster(cluster: string): number {
  if (isEmojiSequence(cluster)) return emojiWidth(cluster);
  let width = 0;
  for (const character of cluster) width += codePointWidth(character.codePointAt(0) ?? 0);
  return width;
}

function emojiWidth(cluster: string): number {
  isEmojiMet = true;
  if (emoji === WHOLE) return 2;
  const parts = cluster.split("\u200d").map(emojiPartWidth);
  return emoji.joined ? (parts[0] ?? 2) : parts.reduce((sum, width) => sum + width, 0);
}

/** Returns the cells of a part between joiners. */
function emojiPartWidth(part: string): number {
  const [first = "", second = ""] = part;
  if (isFlagLetter(first) && isFlagLetter(second)) return emoji.flagged ? 2 : 4;
  const isWidened = emoji.selected && /[\ufe0f\u20e3]/.test(part);
  const width = isWidened ? 2 : codePointWidth(first.codePointAt(0) ?? 0);
  return !emoji.toned && /[\u{1f3fb}-\u{1f3ff}]/u.test(part.slice(first.length)) ? width + 2 : width;
}

function isFlagLetter(character: string): boolean {
  return character >= "\u{1f1e6}" && character <= "\u{1f1ff}";
}

function measureCodePoint(codePoint: number): number {
  const character = String.fromCodePoint(codePoint);
  if (codePoint === 0x115f) return 2;
  if (isInvisible(character)) return 0;
  return isWide(codePoint) ? 2 : 1;
}

const pictureStart = latePattern(String.raw`^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|[0-9#*])`);
const pictureMark = latePattern(String.raw`\p{Emoji_Presentation}|\p{Regional_Indicator}{2}|\ufe0f|\u20e3`);
const joining = latePattern(String.raw`^[\p{Mn}\p{Me}\p{Cf}\p{Cc}\p{Zl}\p{Zp}\u115f-\u11ff\ud7b0-\ud7ff\u3164\uffa0]$`);

function isEmojiSequence(cluster: string): boolean {
  return pictureStart().test(cluster) && pictureMark().test(cluster);
}

/** Matches marks, format characters and joining Hangul letters, except the few format characters that have a glyph. */
function isInvisible(character: string): boolean {
  return (
    joining().test(character) &&
    !/^[\u00ad\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]$/u.test(character)
  );
}
