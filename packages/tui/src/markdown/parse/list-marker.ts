const MARKER = /^( {0,3})([-+*]|(\d{1,9})([.)]))(?=[ \t]|$)/;

/** The bullet or number that a list item begins with. */
export interface ListMarker {
  readonly ordered: boolean;
  readonly number: number;
  /** The same for all items of one list. */
  readonly kind: string;
  /** The number of characters up to the end of the marker. */
  readonly length: number;
}

export function parseListMarker(text: string): ListMarker | undefined {
  const match = MARKER.exec(text);
  if (!match) return undefined;
  const [whole, , marker = "", digits, delimiter] = match;
  const ordered = digits !== undefined;
  return { ordered, number: Number(digits ?? 1), kind: ordered ? `1${delimiter}` : marker, length: whole.length };
}
