import type { ExtensionManifest } from "@tau/coding-agent";

/** `/context`: shows which parts fill the context window, and what could be dropped. */
export const manifest: ExtensionManifest = {
  name: "context",
  description: "Shows what fills the context window",
  modes: ["tui", "rpc"],
  commands: { context: { description: "Show what fills the context window" } },
  load: () => import("./index.ts"),
};
