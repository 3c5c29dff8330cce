import type { ExtensionAPI, ExtensionContext } from "@tau/coding-agent";
import { runCommand } from "./command.ts";
import { promptContent } from "./prompts/prompt-command.ts";
import { attachResources, completeResources, mentionsResource } from "./resources/mentions.ts";
import { resourceScheme } from "./resources/url-scheme.ts";
import { Servers } from "./servers.ts";
import { toolName } from "./tools/tool-name.ts";

const DEFAULT_STARTUP_SECONDS = 10;

/** Also exported by the SDK as `createMcpExtension()`. */
export default function (pi: ExtensionAPI): void {
  const servers = new Servers(pi);
  let isWaited = false;
  let isCompleted = false;
  pi.registerCommand("mcp", { handler: (args, ctx) => runCommand(args, servers, ctx, pi) });
  pi.registerSubcommand("mcp", {
    run: async (args, ctx) => await (await import("./cli/subcommand.ts")).runSubcommand(args, ctx, pi),
  });
  pi.registerMode("mcp", { run: async (ctx) => await (await import("./serve/serve.ts")).serve(pi, ctx) });
  pi.urls.register(resourceScheme(servers));
  // Before the first run, so that a name on the command line can be checked.
  pi.services.provide("mcp-servers", async () => {
    await servers.settled(startupSeconds(pi) * 1000);
    const unknown = servers.list().filter(({ catalogue }) => !catalogue);
    return unknown.map(({ entry }) => toolName(entry.name, ""));
  });
  pi.on("session_start", (_event, ctx) => follow(ctx));
  pi.on("input", async ({ text, images }, ctx) => {
    // A prompt command that was not registered yet when it was typed; in the terminal UI it is registered by now.
    const [, command = "", args = ""] = /^\/(mcp__[\w-]+)\s*(.*)$/s.exec(text) ?? [];
    if (command !== "") return await expandPrompt(command, args, ctx);
    if (!mentionsResource(text)) return undefined;
    await servers.settled(startupSeconds(pi) * 1000);
    const attached = await attachResources({ text, images }, servers, (problem) => ctx.ui.notify(problem, "warning"));
    return attached && { action: "transform", ...attached };
  });
  pi.on("mcp_servers_change", (_event, ctx) => follow(ctx));
  pi.on("session_shutdown", () => servers.close());
  // In the terminal UI, the tools may arrive later, so that the user does not have to wait.
  pi.on("before_agent_start", async (_event, { mode }) => {
    if (mode === "tui" || isWaited) return undefined;
    isWaited = true;
    const seconds = startupSeconds(pi);
    const late = await servers.settled(seconds * 1000);
    const failed = servers.list().filter(({ catalogue }) => !catalogue);
    for (const { entry, error } of failed)
      process.stderr.write(
        late.includes(entry.name)
          ? `MCP server ${entry.name}: no answer within ${seconds} s; its tools are left out for now.\n`
          : `MCP server ${entry.name}: ${error ?? "it could not be asked for its tools."}\n`,
      );
    return undefined;
  });

  async function follow(ctx: ExtensionContext): Promise<void> {
    await servers.follow(ctx);
    if (isCompleted || ctx.mode !== "tui") return;
    isCompleted = true;
    ctx.ui.addAutocompleteProvider(completeResources(servers));
  }

  async function expandPrompt(command: string, args: string, ctx: ExtensionContext) {
    await servers.settled(startupSeconds(pi) * 1000);
    const found = servers.findPrompt(command);
    if (!found) return undefined;
    const content = await promptContent(found.server, found.prompt, args, ctx, pi.artifacts);
    if (!content) return { action: "handled" as const };
    const texts = content.flatMap((block) => (block.type === "text" ? [block.text] : []));
    const images = content.filter((block) => block.type === "image");
    return { action: "transform" as const, text: texts.join("\n"), images };
  }
}

function startupSeconds(pi: ExtensionAPI): number {
  const { mcp } = pi.getSettings() as { mcp?: { startupTimeout?: number } };
  return mcp?.startupTimeout ?? DEFAULT_STARTUP_SECONDS;
}
