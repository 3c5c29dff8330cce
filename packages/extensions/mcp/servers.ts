import { pathToFileURL } from "node:url";
import type { Client } from "@modelcontextprotocol/client";
import type { ExtensionAPI, ExtensionContext } from "@tau/coding-agent";
import { ServerCache } from "./catalogue/server-cache.ts";
import { Server } from "./server.ts";
import { findServers, type ServerEntry } from "./server-entry.ts";
import { toolDefinition } from "./tools/tool-definition.ts";
import { toolName } from "./tools/tool-name.ts";

/** All servers of a session, and their tools as the session has them. */
export class Servers {
  private readonly pi: ExtensionAPI;
  private readonly servers = new Map<string, Server>();
  /** By server and name of the tool: how it was registered, and how to take it back. */
  private readonly registered = new Map<string, Map<string, { readonly text: string; takeBack(): void }>>();
  private readonly names = new Map<string, string>();
  /** Servers that are asked for their tools, because they never were. */
  private readonly asked = new Map<string, Promise<void>>();

  constructor(pi: ExtensionAPI) {
    this.pi = pi;
  }

  list(): Server[] {
    return [...this.servers.values()];
  }

  get(name: string): Server | undefined {
    return this.servers.get(name);
  }

  /** Follows what files and extensions say now. A server whose tools are known is not started. */
  async follow(ctx: ExtensionContext): Promise<void> {
    const entries = await findServers(this.pi, ctx);
    const isSame = ({ name, hash }: ServerEntry) => this.servers.get(name)?.entry.hash === hash;
    const kept = new Set(entries.filter(isSame).map(({ name }) => name));
    const gone = this.list().filter(({ entry }) => !kept.has(entry.name));
    await Promise.all(gone.map((server) => this.remove(server)));
    for (const entry of entries) if (!kept.has(entry.name)) this.add(entry, ctx);
  }

  /** Waits for those that are asked for the first time. Returns the names of the ones that took longer. */
  async settled(timeoutMs: number): Promise<string[]> {
    if (this.asked.size === 0) return [];
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(() => late.resolve(), timeoutMs);
    await Promise.race([Promise.all(this.asked.values()), late.promise]);
    clearTimeout(timer);
    return [...this.asked.keys()];
  }

  /** Ends a server and starts it anew. */
  async restart(server: Server): Promise<void> {
    await server.close();
    await server.refresh();
  }

  async close(): Promise<void> {
    await Promise.all(this.list().map((server) => server.close()));
  }

  private add(entry: ServerEntry, ctx: ExtensionContext): void {
    const { agentDir } = ctx.resources;
    const server = new Server({
      entry,
      pi: this.pi,
      cwd: ctx.cwd,
      home: agentDir,
      cache: new ServerCache(agentDir),
      prepare: (client) => offerRoots(client, ctx.cwd),
      onTools: (changed) => this.register(changed),
      onStateChange: () => this.publish(),
    });
    this.servers.set(entry.name, server);
    if (server.tools) this.register(server);
    else this.ask(server);
  }

  private ask(server: Server): void {
    const { name } = server.entry;
    const asked = server
      .refresh()
      .catch((error: unknown) => server.log.note(String(error)))
      .then(() => void this.asked.delete(name));
    this.asked.set(name, asked);
  }

  private async remove(server: Server): Promise<void> {
    const { name } = server.entry;
    this.servers.delete(name);
    for (const { takeBack } of this.registered.get(name)?.values() ?? []) takeBack();
    this.registered.delete(name);
    for (const [tool, owner] of this.names) if (owner === name) this.names.delete(tool);
    await server.close();
  }

  /** Takes back what the server no longer has, and registers what is new or different: the rest stays as the model knows it. */
  private register(server: Server): void {
    const { name: owner } = server.entry;
    if (this.servers.get(owner) !== server) return;
    const before = this.registered.get(owner) ?? new Map<string, { readonly text: string; takeBack(): void }>();
    const after: typeof before = new Map();
    for (const tool of server.tools ?? []) {
      const name = toolName(
        owner,
        tool.name,
        (taken) => after.has(taken) || (this.names.get(taken) ?? owner) !== owner,
      );
      const text = JSON.stringify(tool);
      const known = before.get(name);
      this.names.set(name, owner);
      if (known?.text === text) after.set(name, known);
      else after.set(name, { text, takeBack: this.pi.registerTool(toolDefinition(name, tool, server, this.pi)) });
    }
    for (const [name, { takeBack }] of before) if (after.get(name)?.takeBack !== takeBack) takeBack();
    this.registered.set(owner, after);
    this.publish();
  }

  private publish(): void {
    const servers = this.list().map(({ entry, connection, tools, error }) => ({
      name: entry.name,
      state: connection.state,
      tools: tools?.length ?? 0,
      ...(error ? { error } : {}),
    }));
    this.pi.publish("mcp_servers", { servers });
  }
}

/** The folder of the session, for servers that ask where to work. */
function offerRoots(client: Client, cwd: string): void {
  client.setRequestHandler("roots/list", async () => ({ roots: [{ uri: pathToFileURL(cwd).href }] }));
}
