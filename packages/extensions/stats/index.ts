import type { ExtensionAPI } from "@tau/coding-agent";

export default function (pi: ExtensionAPI): void {
  pi.registerCommand("stats", {
    handler: async (args, ctx) => {
      try {
        await (await import("./show-stats.ts")).showStats(pi, ctx, args);
      } catch (error) {
        ctx.ui.notify(error instanceof Error ? error.message : String(error), "error");
      }
    },
  });
  pi.registerSubcommand("stats", {
    run: async (args, ctx) => await (await import("./subcommand.ts")).runStats(args, ctx),
  });
}
