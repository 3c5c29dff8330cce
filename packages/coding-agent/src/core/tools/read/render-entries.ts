import type { UrlEntry } from "../urls/url-scheme.ts";

/** Renders one line per entry. Folders end with a slash. */
export function renderEntries(entries: readonly UrlEntry[]): string {
  if (entries.length === 0) return "[Empty folder]";
  return entries
    .map(({ name, isFolder, description }) => `${name}${isFolder ? "/" : ""}${description ? `  ${description}` : ""}`)
    .join("\n");
}
