import type { ExtensionManifest } from "@tau/coding-agent";
import { inspectImage } from "./tool.ts";

/** `inspect_image`: asks a vision model about an image, so that the image itself stays out of the conversation. */
export const manifest: ExtensionManifest = {
  name: "inspect-image",
  description: "Asks a model that sees about an image file",
  tools: [inspectImage],
  load: () => import("./index.ts"),
};
