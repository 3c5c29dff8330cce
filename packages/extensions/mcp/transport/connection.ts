import type {
  AuthProvider,
  Client,
  ClientCapabilities,
  LoggingLevel,
  PriorDiscovery,
  Transport,
} from "@modelcontextprotocol/client";
import type { ExtensionAPI } from "@tau/coding-agent";
import type { ServerEntry } from "../server-entry.ts";
import type { ServerLog } from "../server-log.ts";
import { childEnvironment } from "./child-environment.ts";
import { httpFetch } from "./http-fetch.ts";
import { ProcessTransport } from "./process-transport.ts";
import { resolveHeaders, resolveValues } from "./resolve-values.ts";

export type ConnectionState = "idle" | "connecting" | "ready" | "failed";

export interface ConnectionOptions {
  readonly entry: ServerEntry;
  readonly ports: Pick<ExtensionAPI, "processes" | "http">;
  readonly cwd: string;
  readonly log: ServerLog;
  /** What was learned about the server's protocol at the last connection. */
  readonly prior?: PriorDiscovery | undefined;
  readonly client: ClientSide;
  /** The source of the token for requests. Without it, only the headers of the server's entry are sent. */
  readonly tokens?: AuthProvider | undefined;
  /** For programs: the token of the sign-in that the entry names, as environment variables. */
  readonly environment?: (() => Promise<Readonly<Record<string, string>>>) | undefined;
  readonly onListChanged: () => void;
  readonly onStateChange: () => void;
}

/** What the server can request from us. */
export interface ClientSide {
  readonly capabilities: ClientCapabilities;
  /** Called on each new client before it connects. */
  prepare(client: Client): void;
}

type ClientModule = typeof import("@modelcontextprotocol/client");

const CONNECT_MS = 30_000;
const PROBE_MS = 3000;
/** After a failure the next attempt is delayed, longer each time. */
const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 30_000;

/** The connection to one server. The first call opens it, all calls share it, and it is reopened after a failure. */
export class Connection {
  state: ConnectionState = "idle";
  error: string | undefined;
  prior: PriorDiscovery | undefined;
  private readonly options: ConnectionOptions;
  private pending: Promise<Client> | undefined;
  private failures = 0;
  private notBefore = 0;
  private current: Client | undefined;
  private stop = new AbortController();

  constructor(options: ConnectionOptions) {
    this.options = options;
    this.prior = options.prior;
  }

  /** Resolves to the client. Rejects at once if the last attempt failed a moment ago. */
  async client(): Promise<Client> {
    if (this.pending) return await this.pending;
    const wait = this.notBefore - Date.now();
    if (wait > 0)
      throw new Error(`${this.error} The next attempt is possible in ${Math.ceil(wait / 1000)} s, or by /mcp restart.`);
    this.pending = this.open();
    return await this.pending;
  }

  /** Stops the server. The next call starts it again, whatever happened before. */
  async close(): Promise<void> {
    const { pending, current } = this;
    this.pending = undefined;
    this.current = undefined;
    this.stop.abort(new Error("The server was stopped."));
    this.stop = new AbortController();
    await current?.close();
    // A server that is still starting ends with its attempt.
    await Promise.allSettled([pending]);
    this.failures = 0;
    this.notBefore = 0;
    this.error = undefined;
    this.become("idle");
  }

  private async open(): Promise<Client> {
    this.become("connecting");
    try {
      const client = await this.connect(await import("@modelcontextprotocol/client"));
      client.onclose = () => this.lost(client);
      this.current = client;
      this.failures = 0;
      const discover = client.getDiscoverResult();
      this.prior = discover ? { kind: "modern", discover } : { kind: "legacy" };
      this.become("ready");
      return client;
    } catch (error) {
      this.failed(error);
      throw new Error(this.error, { cause: error });
    }
  }

  private lost(client: Client): void {
    if (this.current !== client) return;
    this.current = undefined;
    this.pending = undefined;
    this.become("idle");
  }

  private failed(cause: unknown): void {
    const { entry, log } = this.options;
    const said = log.tail();
    const reason = reasonOf(cause, entry.config.command);
    this.error = `The MCP server ${entry.name} cannot be reached: ${reason}${said ? `\nIts last words:\n${said}\n` : ""}`;
    this.notBefore = Date.now() + Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** this.failures);
    this.failures += 1;
    this.pending = undefined;
    this.become("failed");
  }

  private become(state: ConnectionState): void {
    this.state = state;
    if (state === "ready") this.error = undefined;
    this.options.onStateChange();
  }

  /** Tries the protocol that worked last time, then both eras of the protocol, then the fallback for old servers. */
  private async connect(module: ClientModule): Promise<Client> {
    const { config } = this.options.entry;
    const attempts: (() => Promise<Client>)[] = [];
    if (this.prior) attempts.push(() => this.attempt(module, config.type === "sse", this.prior));
    if (config.url === undefined) {
      attempts.push(() => this.attempt(module, false, undefined));
      // Some servers exit on any request before `initialize`.
      attempts.push(() => this.attempt(module, false, { kind: "legacy" }));
    } else {
      if (config.type !== "sse") attempts.push(() => this.attempt(module, false, undefined));
      attempts.push(() => this.attempt(module, true, { kind: "legacy" }));
    }
    let first: unknown;
    const { signal } = this.stop;
    for (const attempt of attempts) {
      try {
        signal.throwIfAborted();
        return await attempt();
      } catch (error) {
        first ??= error;
        if (signal.aborted || isFinal(error)) break;
      }
    }
    throw first;
  }

  private async attempt(module: ClientModule, isSse: boolean, prior: PriorDiscovery | undefined): Promise<Client> {
    const { client: side, onListChanged: onChanged, log } = this.options;
    const transport = await this.transport(module, isSse);
    const followed = { autoRefresh: false, debounceMs: 0, onChanged } as const;
    const client = new module.Client(
      { name: "tau", version: "0.1.0" },
      {
        capabilities: side.capabilities,
        versionNegotiation: { mode: "auto", probe: { timeoutMs: PROBE_MS, maxRetries: 0 } },
        listChanged: { tools: followed, prompts: followed, resources: followed },
      },
    );
    side.prepare(client);
    client.setNotificationHandler("notifications/message", ({ params }) => log.message(params));
    client.onerror = (error) => log.note(error.message);
    try {
      await client.connect(transport, { timeout: CONNECT_MS, signal: this.stop.signal, ...(prior ? { prior } : {}) });
      await this.setLogLevel(client);
      return client;
    } catch (error) {
      await transport.close();
      throw error;
    }
  }

  /** Sets the log level. In the newer protocol, each request carries the level instead. */
  private async setLogLevel(client: Client): Promise<void> {
    const { logLevel } = this.options.entry.config;
    if (logLevel === undefined || !client.getServerCapabilities()?.logging || client.getDiscoverResult()) return;
    await client.setLoggingLevel(logLevel as LoggingLevel, { timeout: CONNECT_MS });
  }

  private async transport(module: ClientModule, isSse: boolean): Promise<Transport> {
    const { entry, ports, cwd, log, tokens, environment } = this.options;
    const { command, args = [], env = {}, url, sandbox = false } = entry.config;
    if (url !== undefined) {
      const fetch = httpFetch(ports.http, await resolveHeaders(entry, ports.processes));
      const address = new URL(url);
      const options = { fetch, ...(tokens ? { authProvider: tokens } : {}) };
      return isSse
        ? new module.SSEClientTransport(address, { ...options, eventSourceInit: { fetch } })
        : new module.StreamableHTTPClientTransport(address, { ...options, onInsufficientScope: "throw" });
    }
    const own = { ...(await environment?.()), ...(await resolveValues(env, ports.processes)) };
    const options = { cwd: entry.config.cwd ?? cwd, env: childEnvironment(own), sandbox };
    return new ProcessTransport(() => ports.processes.start(command ?? "", args.map(String), options), log);
  }
}

function reasonOf(cause: unknown, command: string | undefined): string {
  const { code } = cause as { code?: unknown };
  if (command !== undefined && code === "ENOENT")
    return `there is no program ${command}, or no folder to start it in. Install it, or correct the server's command or cwd.`;
  const message = cause instanceof Error ? cause.message : String(cause);
  // The client library appends the findings of its schema as JSON.
  const [, method] = /^Invalid result for ([\w/]+): \[\s*\{/.exec(message) ?? [];
  return method === undefined ? message : `its answer to ${method} does not follow the protocol.`;
}

const FINAL: ReadonlySet<unknown> = new Set([
  ...["ENOENT", "EACCES", "network", "invalid-url", "not-available"],
  "SIGN_IN_REQUIRED",
]);

/** Returns whether an error makes other forms of the protocol pointless. */
function isFinal(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return FINAL.has(code);
}
