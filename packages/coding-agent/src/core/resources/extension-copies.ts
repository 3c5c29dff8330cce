import { readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { ExtensionPath } from "./resource-kinds.ts";
import type { LoadedResources } from "./resource-loader.ts";

/** Leaves out extensions of the user that exist twice with the same name and content: importing pi's files has copied them. */
export function withoutCopies(items: readonly ExtensionPath[]): LoadedResources<ExtensionPath> {
  const kept: ExtensionPath[] = [];
  const copies: string[] = [];
  for (const item of items) {
    const original = kept.find((one) => areOfUser(one, item) && one.name === item.name && isCopy(one.path, item.path));
    if (original) copies.push(`${item.path} (as ${original.path})`);
    else kept.push(item);
  }
  if (copies.length === 0) return { items, diagnostics: [] };
  const message = `These extensions are loaded once, not twice; delete the copies: ${copies.join(", ")}`;
  return { items: kept, diagnostics: [{ type: "warning", message }] };
}

function areOfUser(...items: readonly ExtensionPath[]): boolean {
  return items.every(({ sourceInfo }) => sourceInfo.scope === "user");
}

function isCopy(path: string, other: string): boolean {
  if (basename(path) !== basename(other) || dirname(path) === dirname(other)) return false;
  try {
    return readFileSync(path).equals(readFileSync(other));
  } catch {
    // The extension host reports unreadable files when it loads them.
    return false;
  }
}
