import type { ExtensionManifest } from "@tau/coding-agent";
import { PLAYWRIGHT } from "./playwright.ts";
import { SETTINGS } from "./settings.ts";
import { browser } from "./tool.ts";

/** `browser`: opens web pages in Chromium and works on them. */
export const manifest: ExtensionManifest = {
  name: "browser",
  description: "Opens web pages in Chromium and works on them",
  tools: [browser],
  settings: SETTINGS,
  draws: { tools: ["browser"] },
  packages: [PLAYWRIGHT],
  load: () => import("./index.ts"),
};
