import type { ExtensionManifest } from "@tau/coding-agent";

/** `/bug`: writes a report of a fault to a file that the user can review first. Only in modes that can show a question. */
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
