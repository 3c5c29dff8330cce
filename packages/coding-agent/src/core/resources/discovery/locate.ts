import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Capability } from "./capability-id.ts";
import { type DiscoverySource, discoverySources, type Place } from "./places.ts";

/** The limits of discovery. */
export interface DiscoveryScope {
  readonly cwd: string;
  readonly home: string;
  readonly agentDir: string;
  /** If false, nothing of the project is read except its context files. */
  readonly projectTrusted: boolean;
  /** Ids of sources that the user has disabled. */
  readonly disabled?: ReadonlySet<string>;
  /** Collects whether folders exist, so that each is looked for once in a search. Without it, they are looked for anew each time. */
  readonly folders?: Map<string, boolean>;
}

/** A path in a folder that exists, and that may hold resources. Reading it shows whether it exists itself. */
export interface LocatedPlace {
  readonly path: string;
  readonly source: string;
  readonly level: "user" | "project";
}

const placesByCapability = new WeakMap<DiscoverySource, ReadonlyMap<Capability, readonly Place[]>>();

/** Returns the places that a source lists for a capability. They are sorted once, because every start asks for most of them. */
export function placesOf(source: DiscoverySource, capability: Capability): readonly Place[] {
  const known = placesByCapability.get(source) ?? Map.groupBy(source.places, (place) => place.capability);
  placesByCapability.set(source, known);
  return known.get(capability) ?? [];
}

/** Returns every place of one source for a capability, the best first. */
export function locateFrom(source: DiscoverySource, capability: Capability, scope: DiscoveryScope): LocatedPlace[] {
  return placesOf(source, capability).flatMap((place) => locatePlace(source, place, scope));
}

/** Returns every place of all sources, the best first. */
export function locate(capability: Capability, scope: DiscoveryScope): LocatedPlace[] {
  return discoverySources
    .filter((source) => !scope.disabled?.has(source.id) && placesOf(source, capability).length > 0)
    .flatMap((source) => locateFrom(source, capability, scope).map((place) => ({ place, rank: rankOf(source, place) })))
    .toSorted((a, b) => b.rank - a.rank)
    .map(({ place }) => place);
}

/** Returns the priority of a source at one level. */
export function rankOf(source: DiscoverySource, { level }: Pick<LocatedPlace, "level">): number {
  return level === "user" ? (source.userPriority ?? source.priority) : source.priority;
}

/** Returns a folder and its parents, up to the repository's root or the home, whichever comes first. */
export function projectFolders(cwd: string, home: string): string[] {
  const folders = [cwd];
  for (let folder = cwd; folders.length < MAX_DEPTH && !existsSync(join(folder, ".git")); ) {
    const parent = dirname(folder);
    if (parent === folder || parent === home) break;
    folders.push(parent);
    folder = parent;
  }
  return folders;
}

function locatePlace(source: DiscoverySource, place: Place, scope: DiscoveryScope): LocatedPlace[] {
  const level = place.base === "agent" || place.base === "home" ? "user" : "project";
  if (level === "project" && !scope.projectTrusted && place.capability !== "context") return [];
  // Plain concatenation instead of `join`: both parts are already normalised, and there are hundreds of them.
  const paths = basesOf(place, scope).map((base) => `${base}/${place.path}`);
  return (
    paths
      .filter((path) => isFolderThere(path.slice(0, path.lastIndexOf("/")), scope))
      // In the home folder itself, `.x` belongs to the user and must not also count as the project's.
      .filter((path) => level === "user" || !isUserPlace(path, scope))
      .map((path) => ({ path, source: source.id, level }))
  );
}

function basesOf({ base }: Place, scope: DiscoveryScope): string[] {
  const { cwd, home, agentDir } = scope;
  switch (base) {
    case "agent":
      return [agentDir];
    case "home":
      return [home];
    case "cwd":
      return [cwd];
    case "ancestors":
      return foldersOf(scope);
  }
}

const foldersByScope = new WeakMap<DiscoveryScope, string[]>();

/** Returns the project's folders. They are looked for once in a scope, because dozens of places lie in them. */
function foldersOf(scope: DiscoveryScope): string[] {
  const known = foldersByScope.get(scope) ?? projectFolders(scope.cwd, scope.home);
  foldersByScope.set(scope, known);
  return known;
}

/** Returns whether a folder exists. Hundreds of places share a few dozen folders, and most folders have none of them. */
export function isFolderThere(folder: string, { folders }: DiscoveryScope): boolean {
  const isThere = folders?.get(folder) ?? existsSync(folder);
  folders?.set(folder, isThere);
  return isThere;
}

function isUserPlace(path: string, { home, agentDir }: DiscoveryScope): boolean {
  return path.startsWith(`${agentDir}/`) || userPlaces(home).has(path);
}

let known: { readonly home: string; readonly paths: ReadonlySet<string> } | undefined;

/** Returns the user's places. Cached, because it is needed for every place of a project and depends only on the home. */
function userPlaces(home: string): ReadonlySet<string> {
  if (known?.home !== home) {
    const places = discoverySources.flatMap((source) => source.places).filter(({ base }) => base === "home");
    known = { home, paths: new Set(places.map((place) => `${home}/${place.path}`)) };
  }
  return known.paths;
}

const MAX_DEPTH = 20;
