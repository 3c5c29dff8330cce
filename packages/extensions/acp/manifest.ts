import type { ExtensionManifest } from "@tau/coding-agent";

/** `tau --mode acp`: editors start Tau and work with it by the Agent Client Protocol. */
export const manifest: ExtensionManifest = {
  name: "acp",
  description: "Tau as an agent of editors: tau --mode acp",
  mode: { description: "Tau as an agent of an editor, by the Agent Client Protocol", isServer: true },
  load: () => import("./index.ts"),
};
