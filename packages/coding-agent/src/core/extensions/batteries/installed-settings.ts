import type { FileSchema } from "../../json-file/index.ts";
import { findManifests, OWN_BATTERIES } from "./find-manifests.ts";

/** The settings of one battery. */
export interface BatterySettings {
  readonly name: string;
  readonly settings: Readonly<Record<string, FileSchema>>;
}

// The build puts data in the place of this module, in a part that is loaded where a file has such a setting.
const found = await findManifests([OWN_BATTERIES]);

export function installedSettings(): readonly BatterySettings[] {
  return found.flatMap(({ manifest: { name, settings } }) => (settings ? [{ name, settings }] : []));
}
