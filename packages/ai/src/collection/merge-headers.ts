type Headers = Readonly<Record<string, string | null>>;

/** Later sources win, however they write a name; `null` stays, to take a header out of the request. */
export function mergeHeaders(...sources: (Headers | undefined)[]): Record<string, string | null> {
  const merged = new Map<string, [name: string, value: string | null]>();
  for (const source of sources) {
    for (const [name, value] of Object.entries(source ?? {})) merged.set(name.toLowerCase(), [name, value]);
  }
  return Object.fromEntries(merged.values());
}
