import type { ExtensionManifest } from "@tau/coding-agent";
import { calc } from "./tool.ts";

/** `calc`: exact arithmetic, which models often get wrong. */
export const manifest: ExtensionManifest = {
  name: "calc",
  description: "Exact arithmetic",
  tools: [calc],
  load: () => import("./index.ts"),
};
