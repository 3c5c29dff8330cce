import { createPathFilter, type ResourceType } from "../resources/index.ts";
import type { PackageSource } from "../settings/index.ts";

export type PathSelection = (type: ResourceType, path: string) => boolean;

/**
 * Which of a package's files the user wants. A list narrows, an empty one wants none, and without a list all are wanted.
 * A project's entry with `autoload: false` changes the user's choice instead: what it does not name stays as it was.
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

/** `true` and `false` where the entry has a word on the path. */
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
