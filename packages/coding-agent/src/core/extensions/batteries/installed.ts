import { fileURLToPath } from "node:url";
import type { ExtensionManifest } from "../extension/extension-manifest.ts";
import { type Battery, toBattery } from "./battery.ts";
import { findManifests } from "./find-manifests.ts";

// The build puts data in the place of this module. Run from source, the folders are looked through.
const folder = fileURLToPath(new URL("../../../../../extensions", import.meta.url));
const found = await findManifests([folder]);

/** The batteries that come with Tau. */
export const installed: readonly Battery[] = found.map(({ manifest }) => toBattery(manifest));

/** Their manifests: the second part, with all that tools, commands and flags say of themselves. */
export async function readManifests(): Promise<readonly ExtensionManifest[]> {
  return found.map(({ manifest }) => manifest);
}
