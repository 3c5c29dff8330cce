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

/** Whether both values are the same once each has been changed by `change`, in every part. */
export function sameAfter(
  change: (value: Record<string, unknown>) => Record<string, unknown>,
  { ours, theirs }: { ours: unknown; theirs: unknown },
): boolean {
  return JSON.stringify(changed(ours, change)) === JSON.stringify(changed(theirs, change));
}

function changed(value: unknown, change: (value: Record<string, unknown>) => Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((item) => changed(item, change));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(change(value as Record<string, unknown>));
  return Object.fromEntries(entries.map(([key, member]) => [key, changed(member, change)]));
}

/** The object without some members. */
export function without(...names: string[]): (value: Record<string, unknown>) => Record<string, unknown> {
  return (value) => Object.fromEntries(Object.entries(value).filter(([key]) => !names.includes(key)));
}
