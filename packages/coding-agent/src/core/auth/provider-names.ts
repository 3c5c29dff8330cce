/** Former provider names, which older sessions and files still use, with their current names. */
const EARLIER_NAMES: Readonly<Record<string, string>> = { "azure-openai-responses": "azure" };

export function currentProviderName(name: string): string {
  return Object.hasOwn(EARLIER_NAMES, name) ? (EARLIER_NAMES[name] ?? name) : name;
}

export function earlierProviderNames(name: string): string[] {
  return Object.keys(EARLIER_NAMES).filter((earlier) => EARLIER_NAMES[earlier] === name);
}

/** Returns `provider/model`, or a pattern of that form, with the provider's current name. */
export function currentReference(text: string): string {
  const slash = text.indexOf("/");
  return slash < 0 ? text : currentProviderName(text.slice(0, slash)) + text.slice(slash);
}

/** Returns the entries under their current names. An entry that already has the current name wins over one with a former name. */
export function withCurrentNames<T>(
  entries: Readonly<Record<string, T>>,
  current: (name: string) => string = currentProviderName,
): Record<string, T> {
  const renamed = Object.entries(entries).filter(([name]) => current(name) !== name);
  if (renamed.length === 0) return { ...entries };
  const kept = Object.entries(entries).filter(([name]) => current(name) === name);
  return { ...Object.fromEntries(renamed.map(([name, entry]) => [current(name), entry])), ...Object.fromEntries(kept) };
}
