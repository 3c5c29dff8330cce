import type { ExtensionProcesses, RunningProcess } from "@tau/coding-agent";
import {
  CancellationTokenSource,
  createMessageConnection,
  type MessageConnection,
  StreamMessageWriter,
} from "vscode-jsonrpc/node";
import type { InitializeResult, PublishDiagnosticsParams, ServerCapabilities } from "vscode-languageserver-protocol";
import { causedBy, LspError } from "../lsp-error.ts";
import type { FoundServer } from "../servers/find-servers.ts";
import { lspmuxArgs } from "../servers/lspmux.ts";
import { CLIENT_CAPABILITIES } from "./client-capabilities.ts";
import { DiagnosticsStore } from "./diagnostics-store.ts";
import { Documents } from "./documents.ts";
import { FrameReader } from "./frame-reader.ts";
import type { PositionEncoding } from "./positions.ts";
import { ServerProgress } from "./progress.ts";
import { type ApplyEdit, answerServer, folderOf } from "./server-requests.ts";

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
}

export interface StartOptions {
  /** The program through which to connect. */
  readonly lspmux?: string | undefined;
  readonly sandbox?: boolean;
}

const REQUEST_TIMEOUT_MS = 30_000;
const START_TIMEOUT_MS = 60_000;
const SHUTDOWN_TIMEOUT_MS = 2000;
/** How long a server may take to exit before its process is ended. */
const EXIT_MS = 500;
const LOG_CHARACTERS = 16 * 1024;

/** A running language server: its process, the connection to it, and the documents it has been given. */
export class LanguageClient {
  readonly server: FoundServer;
  readonly pid: number;
  /** Whether the process is lspmux, which connects to a server that other programs use too. */
  readonly isShared: boolean;
  readonly documents: Documents;
  readonly diagnostics = new DiagnosticsStore();
  readonly progress = new ServerProgress();
  /** Rejects when the server has ended or has been given up. */
  readonly ended: Promise<never>;
  capabilities: ServerCapabilities = {};
  encoding: PositionEncoding = "utf-16";
  private readonly process: RunningProcess;
  private readonly connection: MessageConnection;
  private readonly editors: ApplyEdit[] = [];
  private readonly fail: (error: LspError) => void;
  private hasEnded = false;
  private written = "";

  /** Starts a server, or connects to it with the program `lspmux`, and resolves when it is initialized. */
  static async start(
    server: FoundServer,
    processes: ExtensionProcesses,
    { lspmux, sandbox = false }: StartOptions = {},
  ): Promise<LanguageClient> {
    const { spec, program, root } = server;
    let process: RunningProcess;
    try {
      const { env } = spec;
      const options = { cwd: root, ...(env ? { env } : {}), ...(sandbox ? { sandbox } : {}) };
      process =
        lspmux === undefined
          ? await processes.start(program, spec.args ?? [], options)
          : await processes.start(lspmux, lspmuxArgs(server), options);
    } catch (cause) {
      throw causedBy(cause, "not-started", `${spec.name} could not be started`);
    }
    const client = new LanguageClient(server, process, lspmux !== undefined);
    await client.initialize();
    return client;
  }

  private constructor(server: FoundServer, process: RunningProcess, isShared: boolean) {
    this.server = server;
    this.isShared = isShared;
    this.process = process;
    this.pid = process.pid;
    const reader = new FrameReader(process.stdout);
    this.connection = createMessageConnection(reader, new StreamMessageWriter(process.stdin));
    this.documents = new Documents(
      server.spec,
      (method, params) => this.notify(method, params),
      (path) => this.diagnostics.textChanged(path),
    );
    const { promise, reject } = Promise.withResolvers<never>();
    this.ended = promise;
    this.fail = (error) => {
      this.hasEnded = true;
      reject(error);
    };
    // Each request reports the end; nothing else has to.
    promise.catch(() => undefined);
    this.watchProcess();
    this.connection.onNotification((method, params) => {
      reader.handled();
      this.takeNotification(method, params);
    });
    answerServer(this.connection, server, async (params) => await this.applyEdit(params));
    this.connection.listen();
  }

  get isAlive(): boolean {
    return !this.hasEnded;
  }

  /** The end of what the server has written to stderr or logged. */
  get log(): string {
    return this.written;
  }

  async request<T>(method: string, params: unknown, options: RequestOptions = {}): Promise<T> {
    const { signal, timeoutMs = REQUEST_TIMEOUT_MS } = options;
    const { name } = this.server.spec;
    signal?.throwIfAborted();
    const cancel = new CancellationTokenSource();
    const { promise: stopped, reject } = Promise.withResolvers<never>();
    const onAbort = () => reject(signal?.reason);
    signal?.addEventListener("abort", onAbort, { once: true });
    const timer = setTimeout(
      () => reject(new LspError("timeout", `${name} did not answer ${method} within ${timeoutMs / 1000} s.`)),
      timeoutMs,
    );
    const answer = this.connection.sendRequest(method, params, cancel.token) as Promise<T>;
    // If the request is given up, its late answer is of no interest.
    answer.catch(() => undefined);
    try {
      return await Promise.race([answer, stopped, this.ended]);
    } catch (error) {
      if (this.isAlive) cancel.cancel();
      throw error;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    }
  }

  notify(method: string, params: unknown): void {
    if (this.isAlive) void this.connection.sendNotification(method, params).catch(() => undefined);
  }

  /** Lets the server change files through `apply` while `run` is in progress. At other times its edits are refused. */
  async withEditor<T>(apply: ApplyEdit, run: () => Promise<T>): Promise<T> {
    this.editors.push(apply);
    try {
      return await run();
    } finally {
      this.editors.splice(this.editors.indexOf(apply), 1);
    }
  }

  /** Ends the server: asks it to, then ends its process. */
  async stop(): Promise<void> {
    if (!this.isAlive) return;
    try {
      await this.request("shutdown", undefined, { timeoutMs: SHUTDOWN_TIMEOUT_MS });
      await this.connection.sendNotification("exit");
      await Promise.race([this.ended, new Promise((resolve) => setTimeout(resolve, EXIT_MS))]);
    } catch {
      // The server has ended, or does not answer and is ended by force.
    }
    await this.kill("was stopped");
  }

  async kill(reason: string): Promise<void> {
    this.fail(new LspError("ended", `${this.server.spec.name} ${reason}.`));
    this.connection.dispose();
    await this.process.kill();
  }

  private async initialize(): Promise<void> {
    const { spec, root } = this.server;
    const folder = folderOf(root);
    try {
      const params = {
        processId: process.pid,
        clientInfo: { name: "tau" },
        rootPath: root,
        rootUri: folder.uri,
        workspaceFolders: [folder],
        capabilities: CLIENT_CAPABILITIES,
        initializationOptions: spec.initOptions ?? {},
      };
      const result = await this.request<InitializeResult>("initialize", params, { timeoutMs: START_TIMEOUT_MS });
      this.capabilities = result?.capabilities ?? {};
      const { positionEncoding = "utf-16" } = this.capabilities;
      if (positionEncoding !== "utf-8" && positionEncoding !== "utf-16" && positionEncoding !== "utf-32")
        throw new LspError("not-started", `${spec.name} counts characters in the unknown unit ${positionEncoding}.`);
      this.encoding = positionEncoding;
      this.notify("initialized", {});
      if (spec.settings) this.notify("workspace/didChangeConfiguration", { settings: spec.settings });
    } catch (error) {
      await this.kill("was ended because it could not be initialized");
      throw error;
    }
  }

  private async applyEdit(params: Parameters<ApplyEdit>[0]): ReturnType<ApplyEdit> {
    const apply = this.editors.at(-1);
    if (!apply) return { applied: false, failureReason: "No edit was asked for." };
    return await apply(params);
  }

  private takeNotification(method: string, params: unknown): void {
    if (method === "textDocument/publishDiagnostics") this.diagnostics.take(params as PublishDiagnosticsParams);
    else if (method === "$/progress") this.progress.take(params);
    else if (method === "window/logMessage" || method === "window/showMessage")
      this.keepLog(`${(params as { message?: string } | undefined)?.message ?? ""}\n`);
  }

  private watchProcess(): void {
    const { process, connection } = this;
    const { name } = this.server.spec;
    process.stderr.on("data", (part: Buffer) => this.keepLog(part.toString("utf8")));
    connection.onError(([error]) => {
      if (this.isAlive) void this.kill(`was ended: ${error.message}`);
    });
    void process.exited.then(({ exitCode }) => {
      const said = this.written.trim().split("\n").slice(-5).join("\n");
      this.fail(new LspError("ended", `${name} exited with code ${exitCode}.${said ? ` It wrote:\n${said}` : ""}`));
      connection.dispose();
    });
  }

  private keepLog(text: string): void {
    this.written = (this.written + text).slice(-LOG_CHARACTERS);
  }
}
