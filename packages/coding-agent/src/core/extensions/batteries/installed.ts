import type { ExtensionManifest } from "../extension/extension-manifest.ts";
import { type Battery, toBattery } from "./battery.ts";
import { findManifests, OWN_BATTERIES } from "./find-manifests.ts";

// The build puts data in the place of this module. Run from source, the folders are looked through.
const found = await findManifests([OWN_BATTERIES]);

/** The batteries that come with Tau. */
export const installed: readonly Battery[] = found.map(({ manifest }) => toBattery(manifest));

/** Their manifests: the second part, with all that tools, commands and flags say of themselves. */
export async function readManifests(): Promise<readonly ExtensionManifest[]> {
  return found.map(({ manifest }) => manifest);
}
