import type { ExtensionAPI } from "@tau/coding-agent";
import { runCommand } from "./command.ts";
import { Servers } from "./servers.ts";

const DEFAULT_STARTUP_SECONDS = 10;

/** `createMcpExtension()` of the SDK is this function, too. */
export default function (pi: ExtensionAPI): void {
  const servers = new Servers(pi);
  let isWaited = false;
  pi.registerCommand("mcp", { handler: (args, ctx) => runCommand(args, servers, ctx) });
  pi.registerSubcommand("mcp", {
    run: async (args, ctx) => await (await import("./cli/subcommand.ts")).runSubcommand(args, ctx, pi),
  });
  pi.on("session_start", (_event, ctx) => servers.follow(ctx));
  pi.on("mcp_servers_change", (_event, ctx) => servers.follow(ctx));
  pi.on("session_shutdown", () => servers.close());
  // At a terminal the tools come when they come: the user is not kept waiting.
  pi.on("before_agent_start", async (_event, { mode }) => {
    if (mode === "tui" || isWaited) return undefined;
    isWaited = true;
    const { mcp } = pi.getSettings() as { mcp?: { startupTimeout?: number } };
    const seconds = mcp?.startupTimeout ?? DEFAULT_STARTUP_SECONDS;
    const late = await servers.settled(seconds * 1000);
    const failed = servers.list().filter(({ tools }) => !tools);
    for (const { entry, error } of failed)
      process.stderr.write(
        late.includes(entry.name)
          ? `MCP server ${entry.name}: no answer within ${seconds} s; its tools are left out for now.\n`
          : `MCP server ${entry.name}: ${error ?? "it could not be asked for its tools."}\n`,
      );
    return undefined;
  });
}
