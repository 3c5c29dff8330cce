import type { ExtensionManifest } from "@tau/coding-agent";

/** `worktree`: copies of a repository for agents and sessions that work apart from the user. */
export const manifest: ExtensionManifest = {
  name: "worktree",
  description: "Lets agents and sessions work in git worktrees, and merges what they did",
  services: ["worktrees"],
  lateEvents: ["session_start"],
  subcommand: {
    description: "List, merge and remove the worktrees of tau --worktree",
    usage: [
      "tau --worktree [name] …        starts a session in a worktree of its own",
      "tau worktree [list]",
      "tau worktree merge <name>      merges it into your files, uncommitted",
      "tau worktree branch <name>     keeps the work in a branch, and removes the worktree",
      "tau worktree remove <name>     removes it, with its changes",
      "tau worktree open [name]       creates it if needed, and prints its folder",
    ],
    words: ["list", "merge", "branch", "remove", "open"],
  },
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
