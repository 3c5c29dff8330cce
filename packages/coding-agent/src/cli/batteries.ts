import { manifest as calc } from "@tau/ext-calc/manifest";
import { manifest as titles } from "@tau/ext-titles/manifest";
import type { ExtensionManifest } from "../core/extensions/extension/extension-manifest.ts";

/** The extensions that come with Tau: what they are, not their code. */
export const batteries: readonly ExtensionManifest[] = [calc, titles];
