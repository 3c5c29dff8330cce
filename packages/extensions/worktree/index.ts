import type { ExtensionAPI, ServiceKey, Worktrees } from "@tau/coding-agent";
import { RepositoryCopies } from "./worktrees.ts";

const SERVICE = "worktrees" as ServiceKey<Worktrees>;

export default function (pi: ExtensionAPI): void {
  const copies = new RepositoryCopies(pi);
  pi.services.provide(SERVICE, copies);
  pi.on("session_start", async (_event, { ui }) => {
    for (const problem of await copies.sweep())
      ui.notify(`Work that was interrupted could not be cleaned up: ${problem}`, "warning");
  });
  pi.registerSubcommand("worktree", {
    run: async (args, ctx) => await (await import("./subcommand.ts")).runSubcommand(args, ctx, copies),
  });
}
