/** A string with bars as separators: building a set would slow down every program that imports this package. */
const BLOCK_TAGS =
  "|address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|" +
  "fieldset|figcaption|figure|footer|form|frame|frameset|h1|h2|h3|h4|h5|h6|head|header|hr|html|iframe|legend|li|link|" +
  "main|menu|menuitem|meta|nav|noframes|ol|optgroup|option|p|param|search|section|source|summary|table|tbody|td|tfoot|" +
  "th|thead|title|tr|track|ul|";
const SPECIAL: readonly (readonly [start: RegExp, end: RegExp])[] = [
  [/^<(?:script|pre|style|textarea)(?:[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [/^<![A-Za-z]/, />/],
];
const TAG = /^<\/?([A-Za-z][A-Za-z0-9-]*)(?=[\s/>]|$)/;
const WHOLE_TAG = /^<(?:\/[A-Za-z][A-Za-z0-9-]*\s*|[A-Za-z][A-Za-z0-9-]*(?:\s[^<>]*)?)>\s*$/;

export const BLANK_LINE = /^[ \t]*$/;

/**
 * Returns the pattern that ends the HTML block begun by a line, or undefined if the line begins none. A tag outside the list
 * of block tags begins one only if it is alone on its line, and never in the middle of a paragraph.
 */
export function htmlBlockEnd(text: string, within: "paragraph" | "blocks"): RegExp | undefined {
  const line = text.trimStart();
  if (!line.startsWith("<") || text.length - line.length > 3) return undefined;
  for (const [start, end] of SPECIAL) if (start.test(line)) return end;
  if (BLOCK_TAGS.includes(`|${TAG.exec(line)?.[1]?.toLowerCase()}|`)) return BLANK_LINE;
  return within === "blocks" && WHOLE_TAG.test(line) ? BLANK_LINE : undefined;
}
