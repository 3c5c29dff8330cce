import type { ExtensionAPI, ServiceKey, Worktrees } from "@tau/coding-agent";
import { RepositoryCopies } from "./worktrees.ts";

const SERVICE = "worktrees" as ServiceKey<Worktrees>;

export default function (pi: ExtensionAPI): void {
  const copies = new RepositoryCopies(pi);
  pi.services.provide(SERVICE, copies);
  pi.on("session_start", async () => await copies.sweep());
  pi.registerSubcommand("worktree", {
    run: async (args, ctx) => await (await import("./subcommand.ts")).runSubcommand(args, ctx, copies),
  });
}
