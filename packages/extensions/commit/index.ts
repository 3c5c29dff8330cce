import type { ExtensionAPI } from "@tau/coding-agent";

export default function (pi: ExtensionAPI): void {
  pi.registerCommand("commit", {
    handler: async (args, ctx) => await (await import("./slash-command.ts")).runSlashCommand(args, ctx, pi),
  });
  pi.registerSubcommand("commit", {
    run: async (args, ctx) => await (await import("./subcommand.ts")).runSubcommand(args, ctx, pi),
  });
}
