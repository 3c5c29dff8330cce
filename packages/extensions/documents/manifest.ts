import type { ExtensionManifest } from "@tau/coding-agent";

/** Readers for archives, databases, documents and folders. They are loaded when `read` meets something that it cannot show itself. */
export const manifest: ExtensionManifest = {
  name: "documents",
  description: "Reads archives, databases, documents and folders",
  services: ["file-readers"],
  assets: ["converter.ts", "pdf-converter.ts"],
  load: () => import("./index.ts"),
};
