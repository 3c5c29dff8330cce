import type { ExtensionManifest } from "@tau/coding-agent";
import { SETTINGS } from "./settings.ts";

/** `http://` and `https://` URLs for `read` and `grep`. */
export const manifest: ExtensionManifest = {
  name: "fetch",
  description: "Reads pages of the web: URLs in read",
  schemes: ["http", "https"],
  services: ["html-reader"],
  settings: SETTINGS,
  assets: ["page-worker.ts"],
  load: () => import("./index.ts"),
};
