/** Tools that are active by default. */
export const DEFAULT_TOOL_NAMES: readonly string[] = ["read", "bash", "edit", "write"];

/** Returns whether an entry is `+name` or `-name`, which changes a selection instead of replacing it. */
export function isToolModifier(entry: unknown): boolean {
  return typeof entry === "string" && /^[+-]./.test(entry);
}

/** Applies the `+name` and `-name` entries in order and ignores the others. */
export function applyToolModifiers(base: readonly string[], entries: readonly string[]): string[] {
  const selected = new Set(base);
  for (const entry of entries) {
    if (entry.startsWith("+")) selected.add(entry.slice(1));
    else if (entry.startsWith("-")) selected.delete(entry.slice(1));
  }
  return [...selected];
}

/** Returns the tools of a `defaultTools` list: its plain names, or the defaults if it has none, changed by its modifiers. */
export function selectTools(entries: readonly string[] | undefined): string[] {
  if (!entries) return [...DEFAULT_TOOL_NAMES];
  const plain = entries.filter((entry) => !isToolModifier(entry));
  const base = plain.length > 0 || entries.length === 0 ? plain : DEFAULT_TOOL_NAMES;
  return applyToolModifiers(base, entries.filter(isToolModifier));
}

/** Returns what is wrong with a tool list of the command line or a program, if anything. */
export function getToolListError(entries: readonly string[]): string | undefined {
  const modifiers = entries.filter(isToolModifier);
  if (modifiers.length === 0) return undefined;
  const plain = entries.find((entry) => !isToolModifier(entry));
  if (plain !== undefined)
    return `"${plain}" cannot be mixed with "${modifiers[0]}": use plain names, or only +name and -name`;
  const pattern = modifiers.find((entry) => /[*?[\]{}]/.test(entry));
  return pattern && `"${pattern}" must name one tool exactly`;
}
