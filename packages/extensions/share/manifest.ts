import type { ExtensionManifest } from "@tau/coding-agent";

/** `/share`: a page of the session, in the folder or as a gist. Only where a question can be shown: it holds all that was said. */
export const manifest: ExtensionManifest = {
  name: "share",
  description: "Shares a session, as a file or as a secret gist",
  modes: ["tui", "rpc"],
  commands: { share: { description: "Share the session: as a file, or as a secret gist" } },
  load: () => import("./index.ts"),
};
