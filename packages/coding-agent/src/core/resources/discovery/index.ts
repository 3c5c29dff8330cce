export { builtInRegistry, sourceInfoOf } from "./built-in.ts";
export {
  type CapabilityProvider,
  CapabilityRegistry,
  type CapabilityResult,
  type CapabilityRules,
  type Discovered,
  joinItems,
  type LoadedItems,
} from "./capability.ts";
export type { Capability } from "./capability-id.ts";
export { type DiscoveryScope, type LocatedPlace, locate, locateFrom, projectFolders } from "./locate.ts";
export { type DiscoverySource, discoverySources } from "./places.ts";
