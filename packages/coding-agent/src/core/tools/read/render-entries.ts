import type { UrlEntry } from "../urls/url-scheme.ts";

/** One line for each, a folder with a slash at its end. */
export function renderEntries(entries: readonly UrlEntry[]): string {
  if (entries.length === 0) return "[Empty folder]";
  return entries
    .map(({ name, isFolder, description }) => `${name}${isFolder ? "/" : ""}${description ? `  ${description}` : ""}`)
    .join("\n");
}
