import type { ExtensionManifest } from "@tau/coding-agent";

/** `worktree`: copies of a repository for agents and sessions that work apart from the user. */
export const manifest: ExtensionManifest = {
  name: "worktree",
  description: "Lets agents and sessions work in git worktrees, and merges what they did",
  services: ["worktrees"],
  lateEvents: ["session_start"],
  settings: {
    worktree: {
      type: "object",
      description: "Work in git worktrees.",
      properties: {
        folder: { type: "string", description: "Where worktrees are created. Default: ~/.cache/tau/worktrees." },
      },
    },
  },
  load: () => import("./index.ts"),
};
