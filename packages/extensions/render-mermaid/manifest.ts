import type { ExtensionManifest } from "@tau/coding-agent";
import { renderMermaid } from "./tool.ts";

/** `render_mermaid`: a diagram that the model can show, and look at, as text. */
export const manifest: ExtensionManifest = {
  name: "render-mermaid",
  description: "Draws Mermaid diagrams as text",
  tools: [renderMermaid],
  load: () => import("./index.ts"),
};
