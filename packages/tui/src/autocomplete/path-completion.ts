import { readEntries } from "./list-files.ts";
import type { AutocompleteItem } from "./provider.ts";

/** Returns the entries of a folder that begin with the typed name, folders first. The typed path keeps its form (`~/`, `../`). */
export async function completePath(typed: string, basePath: string): Promise<AutocompleteItem[]> {
  const slash = typed.lastIndexOf("/") + 1;
  const shownFolder = typed === "~" ? "~/" : typed.slice(0, slash);
  const start = typed === "~" ? "" : typed.slice(slash).toLowerCase();
  const { join } = await import("node:path");
  const folder = await resolveTyped(shownFolder, basePath);
  const entries = await readEntries(folder);
  const matching = entries.filter(
    ({ name }) => name.toLowerCase().startsWith(start) && (start.startsWith(".") || !name.startsWith(".")),
  );
  const links = matching.filter((entry) => entry.isSymbolicLink());
  const linked = await Promise.all(
    links.map(async ({ name }) => ((await isDirectory(join(folder, name))) ? [name] : [])),
  );
  const folders = new Set(linked.flat());
  const items = matching.map((entry) => {
    const isFolder = entry.isDirectory() || folders.has(entry.name);
    const label = isFolder ? `${entry.name}/` : entry.name;
    return { value: shownFolder + label, label };
  });
  return items.sort(byKindThenName);
}

/** Returns an item for a path found by searching: its last name as the label, the whole path as the description. */
export function pathItem(path: string): AutocompleteItem {
  // The label keeps the trailing slash of a folder.
  return { value: path, label: path.slice(path.lastIndexOf("/", path.length - 2) + 1), description: path };
}

async function resolveTyped(folder: string, basePath: string): Promise<string> {
  const { isAbsolute, join } = await import("node:path");
  if (folder.startsWith("~/")) {
    const { homedir } = await import("node:os");
    return join(homedir(), folder.slice(2));
  }
  return isAbsolute(folder) ? folder : join(basePath, folder);
}

async function isDirectory(path: string): Promise<boolean> {
  // A broken link counts as a file.
  const { stat } = await import("node:fs/promises");
  return await stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}

function byKindThenName(a: AutocompleteItem, b: AutocompleteItem): number {
  const kind = Number(b.value.endsWith("/")) - Number(a.value.endsWith("/"));
  return kind || a.label.localeCompare(b.label);
}
