import type { ExtensionManifest } from "@tau/coding-agent";

/** `/bug`: what is needed to understand a fault, in a file for its user's eyes first. Only where a question can be shown. */
export const manifest: ExtensionManifest = {
  name: "bug-report",
  description: "Writes a report of a fault to a file, without secrets",
  modes: ["tui", "rpc"],
  commands: {
    bug: { description: "Write a report of a fault to a file, without secrets" },
    feedback: { description: "The same as /bug" },
  },
  load: () => import("./index.ts"),
};
