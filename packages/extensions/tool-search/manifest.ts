import type { ExtensionManifest } from "@tau/coding-agent";
import { toolSearch } from "./tool.ts";

/** `tool_search`: tools that are not in every request, declared when the model asks for them. */
export const manifest: ExtensionManifest = {
  name: "tool-search",
  description: "Finds more tools",
  tools: [toolSearch],
  load: () => import("./index.ts"),
};
