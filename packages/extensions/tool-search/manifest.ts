import type { ExtensionManifest } from "@tau/coding-agent";
import { toolSearch } from "./tool.ts";

/** `tool_search`: finds tools that are not part of every request, and declares them. */
export const manifest: ExtensionManifest = {
  name: "tool-search",
  description: "Finds more tools",
  tools: [toolSearch],
  services: ["tool-ranking"],
  load: () => import("./index.ts"),
};
