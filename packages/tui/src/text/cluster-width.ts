import { latePattern } from "./late-pattern.ts";
import { isWide } from "./wide-code-points.ts";

const MAX_CACHED_CLUSTERS = 4096;
const clusterWidths = new Map<string, number>();
let basicPlane: Uint8Array | undefined;

/** Cells of one code point on its own: 0 for what joins or shows nothing, 2 for wide ones. */
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
 * Cells of one grapheme cluster. An emoji sequence (joined, flagged, keyed or with the emoji selector) takes two; any
 * other cluster takes the sum of its parts, which never counts less than a terminal that does not know the cluster.
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
  if (isEmojiSequence(cluster)) return 2;
  let width = 0;
  for (const character of cluster) width += codePointWidth(character.codePointAt(0) ?? 0);
  return width;
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

/** Marks, format characters and the Hangul letters that join others; not the few format characters that have a glyph. */
function isInvisible(character: string): boolean {
  return (
    joining().test(character) &&
    !/^[\u00ad\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]$/u.test(character)
  );
}
