import type { ExtensionManifest } from "@tau/coding-agent";

/** `/init`: proposes AGENTS.md for the project, and writes it once the user agrees. */
export const manifest: ExtensionManifest = {
  name: "init",
  description: "Proposes AGENTS.md for a project",
  modes: ["tui", "rpc"],
  commands: { init: { description: "Propose AGENTS.md for this project", localFiles: true } },
  load: () => import("./index.ts"),
};
