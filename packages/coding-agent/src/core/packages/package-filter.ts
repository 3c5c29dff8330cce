import { createPathFilter, type ResourceType } from "../resources/index.ts";
import type { PackageSource } from "../settings/index.ts";

export type PathSelection = (type: ResourceType, path: string) => boolean;

/**
 * Returns which of a package's files the user wants. A list selects files, an empty list selects none, and without a
 * list all are selected. A project's entry with `autoload: false` modifies the user's selection instead: files that it
 * does not name keep their state.
 */
export async function packageSelection(
  root: string,
  entry: PackageSource,
  delta?: PackageSource,
): Promise<PathSelection> {
  const base = await filtersOf(root, entry);
  const changes = delta === undefined ? undefined : await changesOf(root, delta);
  return (type, path) => changes?.(type, path) ?? base(type, path);
}

async function filtersOf(root: string, entry: PackageSource): Promise<PathSelection> {
  if (typeof entry === "string") return () => true;
  const filters = new Map<ResourceType, (path: string) => boolean>();
  for (const type of TYPES) {
    const list = entry[type];
    if (list) filters.set(type, list.length === 0 ? () => false : await createPathFilter(list, root));
  }
  return (type, path) => filters.get(type)?.(path) ?? true;
}

/** Resolves to a function that tells whether the entry enables or disables a path; `undefined` if it does not mention the path. */
async function changesOf(
  root: string,
  delta: PackageSource,
): Promise<(type: ResourceType, path: string) => boolean | undefined> {
  if (typeof delta === "string") return () => undefined;
  const wanted = new Map<ResourceType, (path: string) => boolean>();
  const unwanted = new Map<ResourceType, (path: string) => boolean>();
  for (const type of TYPES) {
    const list = delta[type] ?? [];
    const plus = list.flatMap((item) => (item.startsWith("+") ? [item.slice(1)] : /^[!-]/.test(item) ? [] : [item]));
    const minus = list.flatMap((item) => (/^[!-]/.test(item) ? [item.slice(1)] : []));
    if (plus.length > 0) wanted.set(type, await createPathFilter(plus, root));
    if (minus.length > 0) unwanted.set(type, await createPathFilter(minus, root));
  }
  return (type, path) => {
    if (unwanted.get(type)?.(path)) return false;
    return wanted.get(type)?.(path) ? true : undefined;
  };
}

const TYPES: readonly ResourceType[] = ["extensions", "skills", "prompts", "themes"];
