import { ToolError } from "../tool-error.ts";

/**
 * Matches a line that stands for text which the model did not write out: `// ... existing code ...`. Writing it to a
 * file would lose that text. Dots that belong to a word of the comment, as in `{ ...rest }`, do not count, except at its ends.
 */
const COMMENTED =
  /^(?:\/\/|#|--|;|%|\/?\*+|<!--|\{\/\*)\s*(?=.*\b(?:existing|rest|remaining|unchanged|same|previous|other|omitted|original)\b)(?:\.{3}|…|.*\s(?:\.{3}|…)\s|.*(?:\.{3}|…)\)?\s*(?:\*+\/\}?|-->)?$)/i;
const BARE_COMMENT = /^(?:\/\/|#|--|;|%|\/\*+|<!--|\{\/\*)\s*(?:\.{3}|…)\s*(?:\*+\/\}?|-->)?$/;
/** The same words between dots, without the sign of a comment. */
const UNCOMMENTED =
  /^(?:\.{3}|…)\s*\(?\b(?:existing|rest|remaining|unchanged|same|previous|other|omitted|original)\b.*(?:\.{3}|…)$/i;
const BARE = /^(?:\.{3}|…)$/;
/** Files in which three dots alone on a line are not code. */
const DOTS_ARE_NO_CODE = /\.(?:[cm]?[jt]sx?|java|kt|go|rs|c|h|cc|cpp|hpp|cs|swift|php|rb|scala|css|scss|json)$/i;

/** Throws if one of the new lines is such a placeholder and the file has no such line. */
export function refuseElidedText(added: readonly string[], content: string, path: string): void {
  for (const line of added) {
    const text = line.trim();
    if (!isPlaceholder(text, path) || content.includes(text)) continue;
    throw new ToolError(
      "invalid-argument",
      `The new text for ${path} holds the placeholder "${text.slice(0, 60)}" in place of text. Write out all lines, or change fewer of them.`,
    );
  }
}

function isPlaceholder(text: string, path: string): boolean {
  if (BARE.test(text)) return DOTS_ARE_NO_CODE.test(path);
  const hasDots = text.includes("...") || text.includes("…");
  return hasDots && (BARE_COMMENT.test(text) || COMMENTED.test(text) || UNCOMMENTED.test(text));
}
