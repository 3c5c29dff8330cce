import type { SlashCommand } from "./command.ts";

export const treeCommand: SlashCommand = {
  name: "tree",
  aliases: ["rewind"],
  description: "Go to another point in this session",
  replacesSession: true,
  run: async (context) => {
    const { navigateTree } = await import("../overlays/tree/navigate-tree.ts");
    await navigateTree(context);
  },
};
