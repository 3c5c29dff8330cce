import type { ExtensionManifest } from "@tau/coding-agent";
import { generateImage } from "./tool.ts";

/** `generate_image`: a picture by an image model, saved as a file. */
export const manifest: ExtensionManifest = {
  name: "generate-image",
  description: "Draws images with an image model",
  tools: [generateImage],
  load: () => import("./index.ts"),
};
