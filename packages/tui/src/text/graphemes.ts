let graphemeSegmenter: Intl.Segmenter | undefined;
let wordSegmenter: Intl.Segmenter | undefined;

/** Returns a segmenter, created on first use: creating one takes longer than importing this package. */
export function getGraphemeSegmenter(): Intl.Segmenter {
  graphemeSegmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return graphemeSegmenter;
}

export function getWordSegmenter(): Intl.Segmenter {
  wordSegmenter ??= new Intl.Segmenter(undefined, { granularity: "word" });
  return wordSegmenter;
}

/** Returns true if every UTF-16 unit is one printable ASCII character, so that units, graphemes and cells coincide. */
export function isPrintableAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 0x20 || code > 0x7e) return false;
  }
  return true;
}

export function graphemes(text: string): string[] {
  if (isPrintableAscii(text)) return text.split("");
  return Array.from(getGraphemeSegmenter().segment(text), (part) => part.segment);
}
