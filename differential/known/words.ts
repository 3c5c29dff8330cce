/** All the text in a value, in order, without blanks: what is said, wherever lines break and whatever the style. */
export function wordsOf(value: unknown): string {
  if (typeof value === "string") return value.replaceAll(/\s/g, "");
  if (Array.isArray(value)) return value.map(wordsOf).join("");
  if (typeof value !== "object" || value === null) return "";
  if ("text" in value && "style" in value) return wordsOf(value.text);
  return Object.values(value).map(wordsOf).join("");
}

/** Whether both values say the same. */
export function saysTheSame({ ours, theirs }: { ours: unknown; theirs: unknown }): boolean {
  return wordsOf(ours) === wordsOf(theirs);
}
