import type { ExtensionManifest } from "@tau/coding-agent";

/** `/share`: exports the session as a page, to a file or a gist. Only in modes that can ask first, because it contains the whole conversation. */
export const manifest: ExtensionManifest = {
  name: "share",
  description: "Shares a session, as a file or as a secret gist",
  modes: ["tui", "rpc"],
  commands: { share: { description: "Share the session: as a file, or as a secret gist" } },
  load: () => import("./index.ts"),
};
