import type { ExtensionManifest } from "@tau/coding-agent";

/** Installs plugins. What they contain is read by Tau itself, so that the battery costs nothing until it is used. */
export const manifest: ExtensionManifest = {
  name: "plugin",
  description: "Installs plugins from marketplaces in Claude Code's format; /marketplace browses them",
  commands: { marketplace: { description: "Browse marketplaces; install, update and remove plugins" } },
  subcommand: {
    description: "Install, update and remove plugins; add marketplaces",
    usage: [
      "tau plugin list [--available]",
      "tau plugin install [--scope user|project] [--yes] <name[@marketplace] | folder>",
      "tau plugin update [--yes] [name]",
      "tau plugin enable|disable|remove <name>",
      "tau plugin marketplace add <owner/repo | git URL | https://….json | folder>",
      "tau plugin marketplace list|update|remove [name]",
    ],
    words: ["list", "install", "update", "enable", "disable", "remove", "marketplace"],
  },
  load: () => import("./index.ts"),
};
