import type { FileSchema } from "../../json-file/index.ts";
import { findManifests, OWN_BATTERIES } from "./find-manifests.ts";

/** The settings of one battery. */
export interface BatterySettings {
  readonly name: string;
  readonly settings: Readonly<Record<string, FileSchema>>;
}

// The build replaces this module with data, in a chunk that is loaded only if a settings file has such a key.
const found = await findManifests([OWN_BATTERIES]);

export function installedSettings(): readonly BatterySettings[] {
  return found.flatMap(({ manifest: { name, settings } }) => (settings ? [{ name, settings }] : []));
}
