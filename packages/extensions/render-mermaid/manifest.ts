import type { ExtensionManifest } from "@tau/coding-agent";
import { renderMermaid } from "./tool.ts";

/** `render_mermaid`: draws a diagram as text that the model can show and read. */
export const manifest: ExtensionManifest = {
  name: "render-mermaid",
  description: "Draws Mermaid diagrams as text",
  tools: [renderMermaid],
  load: () => import("./index.ts"),
};
