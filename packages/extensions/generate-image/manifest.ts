import type { ExtensionManifest } from "@tau/coding-agent";
import { generateImage } from "./tool.ts";

/** `generate_image`: draws a picture with an image model and saves it as a file. */
export const manifest: ExtensionManifest = {
  name: "generate-image",
  description: "Draws images with an image model",
  tools: [generateImage],
  load: () => import("./index.ts"),
};
