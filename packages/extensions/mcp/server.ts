import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/client";
import type { ExtensionAPI } from "@tau/coding-agent";
import { listTools, type RemoteTool } from "./catalogue/remote-tool.ts";
import type { ServerCache } from "./catalogue/server-cache.ts";
import type { ServerEntry } from "./server-entry.ts";
import { ServerLog } from "./server-log.ts";
import { Connection } from "./transport/connection.ts";

export interface ServerOptions {
  readonly entry: ServerEntry;
  readonly pi: ExtensionAPI;
  readonly cwd: string;
  readonly home: string;
  readonly cache: ServerCache;
  /** Called on each new client before it connects. */
  readonly prepare: (client: Client) => void;
  /** Its tools are others now. */
  readonly onTools: (server: Server) => void;
  readonly onStateChange: () => void;
}

const CHANGE_MS = 1000;

/** One server: its connection, its log, and the tools it has or had when it was last asked. */
export class Server {
  readonly entry: ServerEntry;
  readonly log: ServerLog;
  readonly connection: Connection;
  /** Absent until it was asked, now or in an earlier session. */
  tools: readonly RemoteTool[] | undefined;
  /** Why it could not be asked the last time. */
  error: string | undefined;
  private readonly options: ServerOptions;
  private listing: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  /** The client whose tools these are. */
  private listed: Client | undefined;

  constructor(options: ServerOptions) {
    const { entry, pi, cwd, home, cache } = options;
    this.options = options;
    this.entry = entry;
    this.log = new ServerLog(join(home, "logs", "mcp", `${entry.name}.log`));
    const known = cache.read(entry.hash);
    this.tools = known?.tools;
    this.connection = new Connection({
      entry,
      ports: pi,
      cwd,
      log: this.log,
      prior: known?.prior,
      prepare: options.prepare,
      onToolsChanged: () => this.changed(),
      onStateChange: options.onStateChange,
    });
  }

  /** The client, once the tools it offers now are known. */
  async connected(): Promise<Client> {
    const client = await this.connection.client();
    if (this.listed !== client) await this.refresh();
    return client;
  }

  /** Asks for the tools; those who ask meanwhile get the same answer. */
  async refresh(): Promise<void> {
    this.listing ??= this.list();
    try {
      await this.listing;
      this.error = undefined;
    } catch (error) {
      this.error = error instanceof Error ? error.message : String(error);
      throw error;
    } finally {
      this.listing = undefined;
    }
  }

  async close(): Promise<void> {
    this.listed = undefined;
    clearTimeout(this.timer);
    this.timer = undefined;
    const { listing } = this;
    await this.connection.close();
    // What was asked before must not answer for the server that is started next.
    await Promise.allSettled([listing]);
    await this.log.flush();
  }

  /** Asks again, at most once a second however often it changes. */
  private changed(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      void this.refresh().catch((error: unknown) => this.log.note(String(error)));
    }, CHANGE_MS).unref();
  }

  private async list(): Promise<void> {
    const { cache, onTools } = this.options;
    const client = await this.connection.client();
    const offersTools = client.getServerCapabilities()?.tools !== undefined;
    const tools = offersTools ? await listTools(client, (problem) => this.log.note(problem)) : [];
    this.listed = client;
    const isChanged = JSON.stringify(tools) !== JSON.stringify(this.tools);
    this.tools = tools;
    if (!isChanged) return;
    onTools(this);
    await cache.write(this.entry.hash, { tools, prior: this.connection.prior });
  }
}
