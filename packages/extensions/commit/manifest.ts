import type { ExtensionManifest } from "@tau/coding-agent";

/** `tau commit` and `/commit`: proposes commit messages and splits, and shows them before writing anything. */
export const manifest: ExtensionManifest = {
  name: "commit",
  description: "Proposes commits for your changes, and writes them once you agree",
  commands: {
    commit: {
      description: "Propose commits for your changes",
      words: ["--all", "--single", "--dry-run", "--yes"],
      localFiles: true,
    },
  },
  subcommand: {
    description: "Propose commits for your changes",
    usage: [
      "tau commit [--all] [--single] [--model <model>] [instructions]",
      "tau commit --dry-run    shows the proposal only",
      "tau commit --yes        commits it without a question",
    ],
    words: ["--all", "--single", "--model", "--dry-run", "--yes"],
  },
  load: () => import("./index.ts"),
};
