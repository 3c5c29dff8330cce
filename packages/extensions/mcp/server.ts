import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/client";
import type { ExtensionAPI } from "@tau/coding-agent";
import { listPrompts } from "./catalogue/remote-prompt.ts";
import { listResources } from "./catalogue/remote-resource.ts";
import { listTools } from "./catalogue/remote-tool.ts";
import type { Catalogue, ServerCache } from "./catalogue/server-cache.ts";
import { type Credentials, tokenEnvironment, tokensFor } from "./oauth/credentials.ts";
import type { ServerEntry } from "./server-entry.ts";
import { ServerLog } from "./server-log.ts";
import { type ClientSide, Connection } from "./transport/connection.ts";

export interface ServerOptions {
  readonly entry: ServerEntry;
  readonly pi: ExtensionAPI;
  readonly cwd: string;
  readonly home: string;
  readonly cache: ServerCache;
  readonly credentials: Credentials;
  readonly client: ClientSide;
  /** Called when the server's catalogue has changed. */
  readonly onChange: (server: Server) => void;
  readonly onStateChange: () => void;
}

const CHANGE_MS = 1000;

/** One server: its connection, its log, and its catalogue, which may come from an earlier session. */
export class Server {
  readonly entry: ServerEntry;
  readonly log: ServerLog;
  readonly connection: Connection;
  /** Absent until the server was asked, now or in an earlier session. */
  catalogue: Catalogue | undefined;
  /** Why the last request for the catalogue failed. */
  error: string | undefined;
  private readonly options: ServerOptions;
  private known: string;
  private listing: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  /** The client from which the catalogue was read. */
  private listed: Client | undefined;

  constructor(options: ServerOptions) {
    const { entry, pi, cwd, home, cache, credentials, client } = options;
    this.options = options;
    this.entry = entry;
    this.log = new ServerLog(join(home, "logs", "mcp", `${entry.name}.log`));
    const known = cache.read(entry.hash);
    const prior = known?.prior;
    this.catalogue = known && { tools: known.tools, prompts: known.prompts, resources: known.resources };
    this.known = textOf(this.catalogue, prior);
    this.connection = new Connection({
      entry,
      ports: pi,
      cwd,
      log: this.log,
      prior,
      client,
      tokens: tokensFor(entry, credentials, pi.http),
      environment: () => tokenEnvironment(entry, credentials),
      onListChanged: () => this.changed(),
      onStateChange: options.onStateChange,
    });
  }

  /** Resolves to the client after its current catalogue was read. */
  async connected(): Promise<Client> {
    const client = await this.connection.client();
    if (this.listed !== client) await this.refresh();
    return client;
  }

  /** Reads the catalogue. Concurrent calls share one request. */
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
    // A pending request must not provide the catalogue of the server that is started next.
    await Promise.allSettled([listing]);
    await this.log.flush();
  }

  /** Reads the catalogue again, at most once a second, however often it changes. */
  private changed(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      void this.refresh().catch((error: unknown) => this.log.note(String(error)));
    }, CHANGE_MS).unref();
  }

  private async list(): Promise<void> {
    const { cache, onChange } = this.options;
    const client = await this.connection.client();
    const { tools, prompts, resources } = client.getServerCapabilities() ?? {};
    const catalogue: Catalogue = {
      tools: tools ? await listTools(client, (problem) => this.log.note(problem)) : [],
      prompts: prompts ? await this.optional(listPrompts(client)) : [],
      resources: resources ? await this.optional(listResources(client)) : [],
    };
    this.listed = client;
    const { prior } = this.connection;
    const isChanged = textOf(catalogue) !== textOf(this.catalogue);
    this.catalogue = catalogue;
    if (isChanged) onChange(this);
    const known = textOf(catalogue, prior);
    if (known === this.known) return;
    this.known = known;
    await cache.write(this.entry.hash, { ...catalogue, prior });
  }

  /** Resolves to an empty list on failure: a server that cannot list its prompts or resources still has its tools. */
  private async optional<T>(list: Promise<readonly T[]>): Promise<readonly T[]> {
    try {
      return await list;
    } catch (error) {
      this.log.note(String(error));
      return [];
    }
  }
}

function textOf(...parts: readonly unknown[]): string {
  return JSON.stringify(parts);
}
