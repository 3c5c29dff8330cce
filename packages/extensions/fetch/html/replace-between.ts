/** Replaces each part from `start` to the next `end`, in linear time. A part without an end extends to the end of the text. */
export function replaceBetween(text: string, start: string, end: string, replace: (inner: string) => string): string {
  let written = "";
  let at = 0;
  for (let from = text.indexOf(start); from >= 0; from = text.indexOf(start, at)) {
    const to = text.indexOf(end, from + start.length);
    written += text.slice(at, from) + replace(text.slice(from + start.length, to < 0 ? undefined : to));
    if (to < 0) return written;
    at = to + end.length;
  }
  return written + text.slice(at);
}
