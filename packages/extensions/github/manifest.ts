import type { ExtensionManifest } from "@tau/coding-agent";
import { SETTINGS } from "./settings.ts";
import { github } from "./tool.ts";

/** `github`, `issue://` and `pr://`: GitHub with the user's own credentials. */
export const manifest: ExtensionManifest = {
  name: "github",
  description: "GitHub: issues and pull requests in read, searches, pull requests in worktrees, workflow runs",
  when: {
    any: [
      { remote: ["github.com", "//github.", "@github.", ".ghe.com"] },
      { setting: "github.hosts" },
      { setting: "github.enabled" },
    ],
  },
  tools: [github],
  schemes: ["issue", "pr"],
  completedSchemes: ["issue", "pr"],
  services: ["github"],
  settings: SETTINGS,
  draws: { tools: ["github"] },
  load: () => import("./index.ts"),
};
