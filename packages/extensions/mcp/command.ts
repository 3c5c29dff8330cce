import type { ExtensionCommandContext } from "@tau/coding-agent";
import { UserFile } from "./cli/user-file.ts";
import type { Server } from "./server.ts";
import type { Servers } from "./servers.ts";

/** What `/mcp` takes behind it. */
export const COMMAND_WORDS = ["restart", "enable", "disable", "tools", "logs"] as const;

/** `/mcp`: the servers as they are now, or something to do with one of them. */
export async function runCommand(args: string, servers: Servers, ctx: ExtensionCommandContext): Promise<void> {
  const [verb = "", name = ""] = args.trim().split(/\s+/);
  if (verb === "") return await browse(servers, ctx);
  await act(verb, name, servers, ctx);
}

async function browse(servers: Servers, ctx: ExtensionCommandContext): Promise<void> {
  const disabled = await new UserFile(ctx.resources.agentDir).disabled();
  const rows = [...servers.list().map(rowOf), ...disabled.map((name) => `${name}  switched off`)];
  if (rows.length === 0) return ctx.ui.notify("No MCP servers. Add one with: tau mcp add");
  if (!ctx.hasUI) return ctx.ui.notify(rows.join("\n"));
  const row = await ctx.ui.select("MCP servers", rows);
  const [name = ""] = row?.split("  ") ?? [];
  if (name === "") return;
  const verbs = disabled.includes(name) ? ["enable"] : ["tools", "logs", "restart", "disable"];
  const verb = await ctx.ui.select(name, verbs);
  if (verb !== undefined) await act(verb, name, servers, ctx);
}

async function act(verb: string, name: string, servers: Servers, ctx: ExtensionCommandContext): Promise<void> {
  if (verb === "enable" || verb === "disable") {
    await new UserFile(ctx.resources.agentDir).setEnabled(name, verb === "enable");
    await servers.follow(ctx);
    return ctx.ui.notify(`MCP server ${name}: ${verb}d`);
  }
  const server = servers.get(name);
  if (!server) return ctx.ui.notify(`There is no MCP server "${name}". /mcp shows those that there are.`, "error");
  if (verb === "tools") return ctx.ui.notify(toolsOf(server));
  if (verb === "logs") return ctx.ui.notify(server.log.tail(40) || `${name} has said nothing.`);
  if (verb !== "restart") return ctx.ui.notify(`/mcp ${verb}: there is ${COMMAND_WORDS.join(", ")}.`, "error");
  try {
    await servers.restart(server);
    ctx.ui.notify(rowOf(server));
  } catch (error) {
    ctx.ui.notify((error as Error).message, "error");
  }
}

function rowOf({ entry, connection, tools, error }: Server): string {
  const state = { idle: "not running", connecting: "starting", ready: "running", failed: "failed" }[connection.state];
  const count = tools ? `, ${tools.length} tools` : "";
  const [reason = ""] = error?.split("\n") ?? [];
  return `${entry.name}  ${state}${count}${reason ? `: ${reason}` : ""}`;
}

function toolsOf({ entry, tools = [] }: Server): string {
  return [
    `${entry.name}: ${tools.length} tools`,
    ...tools.map(({ name, description }) => `${name}: ${description.split("\n")[0]}`),
  ].join("\n");
}
