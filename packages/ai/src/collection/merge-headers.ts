type Headers = Readonly<Record<string, string | null>>;

/** Merges headers; later sources override earlier ones, ignoring case. `null` is kept, to remove a header from the request. */
export function mergeHeaders(...sources: (Headers | undefined)[]): Record<string, string | null> {
  const merged = new Map<string, [name: string, value: string | null]>();
  for (const source of sources) {
    for (const [name, value] of Object.entries(source ?? {})) merged.set(name.toLowerCase(), [name, value]);
  }
  return Object.fromEntries(merged.values());
}
