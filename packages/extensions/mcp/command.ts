import type { ExtensionAPI, ExtensionCommandContext } from "@tau/coding-agent";
import type { Catalogue } from "./catalogue/server-cache.ts";
import { UserFile } from "./cli/user-file.ts";
import type { Server } from "./server.ts";
import type { Servers } from "./servers.ts";

/** The arguments of `/mcp`. */
const COMMAND_WORDS: readonly string[] = [
  ...["restart", "enable", "disable", "tools", "prompts", "resources", "logs", "login", "logout"],
];

/** Runs `/mcp`: shows the servers, or acts on one of them. */
export async function runCommand(
  args: string,
  servers: Servers,
  ctx: ExtensionCommandContext,
  pi: ExtensionAPI,
): Promise<void> {
  const [verb = "", name = ""] = args.trim().split(/\s+/);
  const command: McpCommand = { servers, ctx, pi };
  if (verb === "") return await browse(command);
  await act(verb, name, command);
}

interface McpCommand {
  readonly servers: Servers;
  readonly ctx: ExtensionCommandContext;
  readonly pi: ExtensionAPI;
}

async function browse(command: McpCommand): Promise<void> {
  const { servers, ctx } = command;
  const disabled = await new UserFile(ctx.resources.agentDir).disabled();
  const rows = [...servers.list().map(rowOf), ...disabled.map((name) => `${name}  switched off`)];
  if (rows.length === 0) return ctx.ui.notify("No MCP servers. Add one with: tau mcp add");
  if (!ctx.hasUI) return ctx.ui.notify(rows.join("\n"));
  const row = await ctx.ui.select("MCP servers", rows);
  const [name = ""] = row?.split("  ") ?? [];
  if (name === "") return;
  const verb = await ctx.ui.select(name, disabled.includes(name) ? ["enable"] : verbsFor(servers.get(name)));
  if (verb !== undefined) await act(verb, name, command);
}

/** Returns the actions that are possible for a server in its current state. */
function verbsFor(server: Server | undefined): string[] {
  const { catalogue, entry } = server ?? {};
  const has = (list: readonly unknown[] = []) => list.length > 0;
  return [
    "tools",
    ...(has(catalogue?.prompts) ? ["prompts"] : []),
    ...(has(catalogue?.resources) ? ["resources"] : []),
    ...["logs", "restart", "disable"],
    ...(entry?.config.url === undefined ? [] : ["login", "logout"]),
  ];
}

async function act(verb: string, name: string, command: McpCommand): Promise<void> {
  const { servers, ctx } = command;
  if (verb === "enable" || verb === "disable") {
    await new UserFile(ctx.resources.agentDir).setEnabled(name, verb === "enable");
    await servers.follow(ctx);
    return ctx.ui.notify(`MCP server ${name}: ${verb}d`);
  }
  const server = servers.get(name);
  if (!server) return ctx.ui.notify(`There is no MCP server "${name}". /mcp shows those that there are.`, "error");
  if (!COMMAND_WORDS.includes(verb))
    return ctx.ui.notify(`/mcp ${verb}: there is ${COMMAND_WORDS.join(", ")}.`, "error");
  try {
    ctx.ui.notify(await outcome(verb, server, command));
  } catch (error) {
    ctx.ui.notify((error as Error).message, "error");
  }
}

async function outcome(verb: string, server: Server, { servers, ctx, pi }: McpCommand): Promise<string> {
  const { name } = server.entry;
  switch (verb) {
    case "tools":
      return listOf(
        name,
        "tools",
        server.catalogue?.tools.map(({ name: own, description }) => [own, description]),
      );
    case "prompts":
      return listOf(
        name,
        "prompts",
        server.catalogue?.prompts.map((prompt) => [prompt.name, prompt.description]),
      );
    case "resources":
      return listOf(
        name,
        "resources",
        server.catalogue?.resources.map((each) => [each.uri, each.name]),
      );
    case "logs":
      return server.log.tail(40) || `${name} has said nothing.`;
    case "login":
      await signIn(server, ctx, pi);
      await servers.restart(server);
      return rowOf(server);
    case "logout": {
      const { logOut } = await import("./oauth/log-in.ts");
      const wasIn = await logOut(server.entry, ctx.modelRegistry.authStorage);
      await server.close();
      return wasIn ? `Signed out of ${name}.` : `You were not signed in to ${name}.`;
    }
    default:
      await servers.restart(server);
      return rowOf(server);
  }
}

/** Opens the sign-in page in the browser. If the browser runs on another machine, the user pastes the address it was redirected to. */
async function signIn({ entry }: Server, ctx: ExtensionCommandContext, pi: ExtensionAPI): Promise<void> {
  const { logIn } = await import("./oauth/log-in.ts");
  const stop = new AbortController();
  const title = (page: string) =>
    [
      `Sign in to ${entry.name} on this page:`,
      page,
      "Is the browser on another machine? Paste the address that it was sent to in the end.",
    ].join("\n");
  const arrived = new AbortController();
  await logIn(entry, {
    pi,
    store: ctx.modelRegistry.authStorage,
    signal: stop.signal,
    async show(page) {
      await pi.processes.openUrl(page);
      if (!ctx.hasUI) return undefined;
      const pasted = await ctx.ui.input(title(page), "", { signal: arrived.signal });
      if (pasted === undefined && !arrived.signal.aborted) stop.abort();
      return pasted;
    },
  }).finally(() => arrived.abort());
}

function rowOf({ entry, connection, catalogue, error }: Server): string {
  const state = { idle: "not running", connecting: "starting", ready: "running", failed: "failed" }[connection.state];
  const count = catalogue ? `, ${countsOf(catalogue)}` : "";
  const [reason = ""] = error?.replace(/^The MCP server \S+ cannot be reached: /, "").split("\n") ?? [];
  return `${entry.name}  ${state}${count}${reason ? `: ${reason}` : ""}`;
}

function countsOf({ tools, prompts, resources }: Catalogue): string {
  const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;
  return [
    counted(tools.length, "tool"),
    ...(prompts.length > 0 ? [counted(prompts.length, "prompt")] : []),
    ...(resources.length > 0 ? [counted(resources.length, "resource")] : []),
  ].join(", ");
}

function listOf(server: string, what: string, rows: readonly (readonly [string, string])[] = []): string {
  return [
    `${server}: ${rows.length} ${what}`,
    ...rows.map(([name, about]) => [name, about.split("\n")[0]].filter(Boolean).join(": ")),
  ].join("\n");
}
