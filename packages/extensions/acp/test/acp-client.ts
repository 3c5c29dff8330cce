import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Readable, Writable } from "node:stream";
import {
  type ClientCapabilities,
  type ClientConnection,
  type ClientContext,
  type CreateElicitationResponse,
  client,
  methods,
  type NewSessionResponse,
  ndJsonStream,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type SessionUpdate,
} from "@agentclientprotocol/sdk";
import {
  builtCli,
  createWorkspace,
  type ModelScript,
  type ModelServer,
  startModelServer,
  useScriptedModel,
  type Workspace,
  waitUntil,
} from "@tau/testkit";

export interface ClientSetup {
  readonly script?: ModelScript;
  readonly files?: Readonly<Record<string, string>>;
  readonly capabilities?: ClientCapabilities;
  readonly args?: readonly string[];
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Fields of the model in models.json. */
  readonly model?: Readonly<Record<string, unknown>>;
  /** Without it, there is no model that could be used. */
  readonly signedIn?: boolean;
}

/** Tau as an editor sees it: one `tau --mode acp`, and the answers of the editor. */
export class AcpClient implements AsyncDisposable {
  readonly workspace: Workspace;
  readonly server: ModelServer;
  readonly process: ChildProcess;
  readonly updates: { readonly sessionId: string; readonly update: SessionUpdate }[] = [];
  readonly permissions: RequestPermissionRequest[] = [];
  /** Every line of stdout. */
  stdout = "";
  stderr = "";
  /** What the editor shows of files, with changes that are not saved. */
  readonly buffers = new Map<string, string>();
  readonly terminals: string[][] = [];
  answer: (request: RequestPermissionRequest) => Promise<RequestPermissionResponse> = async () => selected("once");
  elicit: (message: string) => CreateElicitationResponse | Promise<CreateElicitationResponse> = () => ({
    action: "cancel",
  });
  agent!: ClientContext;
  private connection: ClientConnection | undefined;

  constructor(workspace: Workspace, server: ModelServer, args: readonly string[]) {
    this.workspace = workspace;
    this.server = server;
    const { cwd, env } = workspace;
    this.process = spawn(process.execPath, [builtCli, "--mode", "acp", ...args], { cwd, env });
    this.process.stdout?.on("data", (bytes: Buffer) => {
      this.stdout += bytes.toString();
    });
    this.process.stderr?.on("data", (bytes: Buffer) => {
      this.stderr += bytes.toString();
    });
  }

  /** Connects and returns the answer to `initialize`. */
  async initialize(clientCapabilities: ClientCapabilities) {
    const { stdin, stdout } = this.process;
    const app = client({ name: "test" })
      .onNotification(methods.client.session.update, ({ params }) => void this.updates.push(params))
      .onRequest(methods.client.session.requestPermission, async ({ params }) => {
        this.permissions.push(params);
        return await this.answer(params);
      })
      .onRequest(methods.client.elicitation.create, ({ params }) => this.elicit(params.message))
      .onRequest(methods.client.fs.readTextFile, ({ params }) => {
        const content = this.buffers.get(params.path);
        if (content === undefined) throw new Error("not open");
        return { content };
      })
      .onRequest(methods.client.fs.writeTextFile, ({ params }) => {
        this.buffers.set(params.path, params.content);
        return {};
      })
      .onRequest(methods.client.terminal.create, ({ params }) => {
        this.terminals.push([params.command, ...(params.args ?? [])]);
        return { terminalId: "terminal-1" };
      })
      .onRequest(methods.client.terminal.output, () => ({ output: "from the editor\n", truncated: false }))
      .onRequest(methods.client.terminal.waitForExit, () => ({ exitCode: 0 }))
      .onRequest(methods.client.terminal.kill, () => ({}))
      .onRequest(methods.client.terminal.release, () => ({}));
    const stream = ndJsonStream(
      Writable.toWeb(stdin as Writable) as WritableStream<Uint8Array>,
      Readable.toWeb(stdout as Readable) as ReadableStream<Uint8Array>,
    );
    this.connection = app.connect(stream);
    this.agent = this.connection.agent;
    return await this.agent.request(methods.agent.initialize, { protocolVersion: 1, clientCapabilities });
  }

  async newSession(request: object = {}): Promise<NewSessionResponse> {
    return await this.agent.request(methods.agent.session.new, {
      cwd: this.workspace.cwd,
      mcpServers: [],
      ...request,
    });
  }

  async prompt(sessionId: string, text: string) {
    return await this.agent.request(methods.agent.session.prompt, { sessionId, prompt: [{ type: "text", text }] });
  }

  /** Returns the updates of one kind. */
  of<Kind extends SessionUpdate["sessionUpdate"]>(kind: Kind, sessionId?: string) {
    return this.updates.flatMap(({ update, sessionId: of }) =>
      update.sessionUpdate === kind && (sessionId ?? of) === of
        ? [update as Extract<SessionUpdate, { sessionUpdate: Kind }>]
        : [],
    );
  }

  /** Returns the text of the answers so far. */
  text(sessionId?: string): string {
    const chunks = this.of("agent_message_chunk", sessionId);
    return chunks.map(({ content }) => (content.type === "text" ? content.text : "")).join("");
  }

  async until(condition: () => boolean): Promise<void> {
    await waitUntil(() => condition() || undefined, {
      timeoutMs: 30_000,
      describe: () => `${JSON.stringify(this.updates)}\n${this.stderr}`,
    });
  }

  async exit(): Promise<number | null> {
    if (this.process.exitCode !== null) return this.process.exitCode;
    const [code] = (await once(this.process, "exit")) as [number | null];
    return code;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.connection?.close();
    this.process.stdin?.destroy();
    if (this.process.exitCode === null && this.process.signalCode === null) await this.exit();
    await this.server.close();
    await this.workspace[Symbol.asyncDispose]();
  }
}

export function selected(optionId: string): RequestPermissionResponse {
  return { outcome: { outcome: "selected", optionId } };
}

/** Starts Tau with a scripted model, without connecting to it. */
export async function startAcp(setup: ClientSetup = {}): Promise<AcpClient> {
  const { script = { text: "Hello." }, files = {}, args = [], settings = {}, model, signedIn = true } = setup;
  const workspace = await createWorkspace({ files });
  const server = await startModelServer({ script });
  if (signedIn) await useScriptedModel(workspace, server, undefined, { settings, model });
  return new AcpClient(workspace, server, args);
}

/** Starts Tau and connects. */
export async function connectAcp(setup: ClientSetup = {}): Promise<AcpClient> {
  const started = await startAcp(setup);
  await started.initialize(setup.capabilities ?? {});
  return started;
}
