import type { ExtensionAPI } from "@tau/coding-agent";

export default function (pi: ExtensionAPI): void {
  pi.registerCommand("marketplace", {
    handler: async (_args, ctx) => await (await import("./command.ts")).browse(ctx, pi),
  });
  pi.registerSubcommand("plugin", {
    run: async (args, ctx) => await (await import("./subcommand.ts")).runSubcommand(args, ctx, pi),
  });
}
