import type { ExtensionAPI, ExtensionContext } from "@tau/coding-agent";
import type { RemotePrompt } from "./catalogue/remote-prompt.ts";
import { ServerCache } from "./catalogue/server-cache.ts";
import { completeArgument, promptContent } from "./prompts/prompt-command.ts";
import { sessionSide } from "./requests/client-side.ts";
import { Server } from "./server.ts";
import { exposureOf, findServers, isToolUsed, type ServerEntry } from "./server-entry.ts";
import { toolDefinition } from "./tools/tool-definition.ts";
import { toolName } from "./tools/tool-name.ts";

/** The tool of the battery codemode. */
const SCRIPT_TOOL = "codemode";

/** A registered tool or command of a server: its definition as text, to detect changes, and how to remove it. */
interface Registered {
  readonly text: string;
  takeBack(): void;
}

/** All servers of a session, and their registered tools and prompts. */
export class Servers {
  private readonly pi: ExtensionAPI;
  private readonly servers = new Map<string, Server>();
  /** By server, and then by registered name. */
  private readonly registered = new Map<string, Map<string, Registered>>();
  /** The server that owns a registered name. */
  private readonly names = new Map<string, string>();
  /** Servers without cached data, whose catalogue is being read. */
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

  /** Returns the server and the prompt of a command. */
  findPrompt(command: string): { server: Server; prompt: RemotePrompt } | undefined {
    for (const server of this.servers.values())
      for (const prompt of server.catalogue?.prompts ?? [])
        if (toolName(server.entry.name, prompt.name) === command) return { server, prompt };
    return undefined;
  }

  /** Applies the current configuration of files and extensions. A server with cached data is not started. */
  async follow(ctx: ExtensionContext): Promise<void> {
    const entries = await findServers(this.pi, ctx);
    const isSame = ({ name, hash }: ServerEntry) => this.servers.get(name)?.entry.hash === hash;
    const kept = new Set(entries.filter(isSame).map(({ name }) => name));
    const gone = this.list().filter(({ entry }) => !kept.has(entry.name));
    await Promise.all(gone.map((server) => this.remove(server)));
    for (const entry of entries) if (!kept.has(entry.name)) this.add(entry, ctx);
  }

  /** Waits for the servers that are asked for the first time. Resolves to the names of those that took longer. */
  async settled(timeoutMs: number): Promise<string[]> {
    if (this.asked.size === 0) return [];
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(() => late.resolve(), timeoutMs);
    await Promise.race([Promise.all(this.asked.values()), late.promise]);
    clearTimeout(timer);
    return [...this.asked.keys()];
  }

  /** Stops a server and starts it again. */
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
      credentials: ctx.modelRegistry.authStorage,
      client: sessionSide(entry.name, ctx, this.pi),
      onChange: (changed) => this.register(changed),
      onStateChange: () => this.publish(),
    });
    this.servers.set(entry.name, server);
    if (server.catalogue) this.register(server);
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

  /** Removes what the server no longer has and registers what is new or changed. Everything else stays as the model knows it. */
  private register(server: Server): void {
    const { name: owner, config } = server.entry;
    if (this.servers.get(owner) !== server) return;
    const before = this.registered.get(owner) ?? new Map<string, Registered>();
    const after = new Map<string, Registered>();
    const keep = (key: string, text: string, add: () => () => void) => {
      const known = before.get(key);
      after.set(key, known?.text === text ? known : { text, takeBack: add() });
    };
    const isTaken = (name: string) => after.has(name) || (this.names.get(name) ?? owner) !== owner;
    for (const tool of server.catalogue?.tools ?? []) {
      if (!isToolUsed(tool.name, config)) continue;
      const name = toolName(owner, tool.name, isTaken);
      this.names.set(name, owner);
      keep(name, JSON.stringify(tool), () => this.pi.registerTool(toolDefinition(name, tool, server, this.pi)));
    }
    for (const prompt of server.catalogue?.prompts ?? [])
      keep(`/${prompt.name}`, JSON.stringify(prompt), () => this.registerPrompt(server, prompt));
    for (const [key, { takeBack }] of before) if (after.get(key)?.takeBack !== takeBack) takeBack();
    this.registered.set(owner, after);
    this.offerScripts();
    this.publish();
  }

  /** Declares the tool that runs scripts if some tools can be called by nothing else. */
  private offerScripts(): void {
    const { pi } = this;
    const isFor = ({ entry, catalogue }: Server) =>
      catalogue?.tools.some(
        ({ name }) => isToolUsed(name, entry.config) && exposureOf(name, entry.config) === "codemode",
      );
    const active = pi.getActiveTools();
    if (active.includes(SCRIPT_TOOL) || !this.list().some(isFor)) return;
    if (pi.tools.findable().some(({ name }) => name === SCRIPT_TOOL)) pi.setActiveTools([...active, SCRIPT_TOOL]);
  }

  private registerPrompt(server: Server, prompt: RemotePrompt): () => void {
    const { pi } = this;
    const names = prompt.arguments.map(({ name, required }) => (required ? `<${name}>` : `[${name}]`));
    return pi.registerCommand(toolName(server.entry.name, prompt.name), {
      description: [prompt.description || prompt.name, ...names].join(" "),
      getArgumentCompletions: (typed) => completeArgument(server, prompt, typed),
      handler: async (args, ctx) => {
        const content = await promptContent(server, prompt, args, ctx, pi.artifacts);
        if (content) pi.sendUserMessage(content, ctx.isIdle() ? {} : { deliverAs: "followUp" });
      },
    });
  }

  private publish(): void {
    const servers = this.list().map(({ entry, connection, catalogue, error }) => ({
      name: entry.name,
      state: connection.state,
      tools: catalogue?.tools.length ?? 0,
      prompts: catalogue?.prompts.length ?? 0,
      resources: catalogue?.resources.length ?? 0,
      ...(error ? { error } : {}),
    }));
    this.pi.publish("mcp_servers", { servers });
  }
}
