export { builtInRegistry, sourceInfoOf } from "./built-in.ts";
export {
  CapabilityRegistry,
  type Discovered,
  joinItems,
  type LoadedItems,
} from "./capability.ts";
export type { Capability } from "./capability-id.ts";
export { type DiscoveryScope, isFolderThere, type LocatedPlace, locate, projectFolders } from "./locate.ts";
