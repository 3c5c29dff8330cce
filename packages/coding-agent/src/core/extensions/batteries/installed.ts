import type { ExtensionManifest } from "../extension/extension-manifest.ts";
import { type Battery, toBattery } from "./battery.ts";
import { findManifests, OWN_BATTERIES } from "./find-manifests.ts";

// The build replaces this module with data. When run from source, the folders are searched.
const found = await findManifests([OWN_BATTERIES]);

export const installed: readonly Battery[] = found.map(({ manifest }) => toBattery(manifest));

/** Returns the full manifests, with the descriptions of tools, commands and flags. */
export async function readManifests(): Promise<readonly ExtensionManifest[]> {
  return found.map(({ manifest }) => manifest);
}
