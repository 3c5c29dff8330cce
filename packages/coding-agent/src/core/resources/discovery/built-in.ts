import type { SourceInfo } from "../source-info.ts";
import {
  CapabilityRegistry,
  type CapabilityRules,
  type Discovered,
  joinItems,
  type LoadedItems,
} from "./capability.ts";
import type { Capability } from "./capability-id.ts";
import { type LocatedPlace, locateFrom, placesOf, rankOf } from "./locate.ts";
import { type DiscoverySource, discoverySources } from "./places.ts";

/** Creates the registry of a capability with every known convention. `read` gets one place and returns its items. */
export function builtInRegistry<Item extends Discovered>(
  capability: Capability,
  read: (place: LocatedPlace) => LoadedItems<Item> | Promise<LoadedItems<Item>>,
  rules?: CapabilityRules<Item>,
): CapabilityRegistry<Item> {
  const registry = new CapabilityRegistry<Item>(rules);
  for (const source of discoverySources) {
    if (placesOf(source, capability).length === 0) continue;
    for (const [priority, levels] of levelsOf(source))
      registry.register({
        id: source.id,
        priority,
        load: async (scope) => {
          const places = locateFrom(source, capability, scope).filter(({ level }) => levels.includes(level));
          return joinItems(await Promise.all(places.map(read)));
        },
      });
  }
  return registry;
}

/** Returns the levels of a source by priority: both at once if they have the same. */
function levelsOf(source: DiscoverySource): [priority: number, levels: readonly LocatedPlace["level"][]][] {
  const [project, user] = [rankOf(source, { level: "project" }), rankOf(source, { level: "user" })];
  if (project === user) return [[project, ["project", "user"]]];
  return [
    [project, ["project"]],
    [user, ["user"]],
  ];
}

/**
 * Describes the source of a file. Items in Tau's or pi's own folders have the source `auto`; others have the name of
 * their convention.
 */
export function sourceInfoOf(path: string, { source, level, path: baseDir }: LocatedPlace): SourceInfo {
  return { path, source: OWN_SOURCES.has(source) ? "auto" : source, scope: level, origin: "top-level", baseDir };
}

const OWN_SOURCES: ReadonlySet<string> = new Set(["native", "pi"]);
