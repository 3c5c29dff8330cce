import {
  type AgentContext,
  type AvailableCommand,
  type ClientCapabilities,
  type ContentBlock,
  methods,
  type NewSessionRequest,
  type PromptResponse,
  RequestError,
  type SessionConfigOption,
  type SessionUpdate,
  type StopReason,
} from "@agentclientprotocol/sdk";
import type { AssistantMessage } from "@tau/ai";
import type { ExtensionAPI, ServedSession, SessionClient } from "@tau/coding-agent";
import { ClientFiles } from "./client-files.ts";
import { ClientTerminals } from "./client-terminals.ts";
import { COMPACT, sessionCommands } from "./commands.ts";
import { type ConfiguredSession, configOptions, modeState, setConfigOption } from "./config-options.ts";
import { EventUpdates } from "./event-updates.ts";
import { mcpServerConfig } from "./mcp-servers.ts";
import { askPermission } from "./permission-request.ts";
import { promptContent } from "./prompt-content.ts";
import { replayUpdates } from "./replay.ts";
import { asRequestError } from "./request-error.ts";
import { ToolCalls } from "./tool-calls.ts";
import { clientInterface } from "./user-interface.ts";

type SessionRequest = Pick<NewSessionRequest, "cwd" | "mcpServers" | "additionalDirectories">;

/** A client, and what it can do, as the parts of one session use it. */
export interface SessionPeer {
  readonly context: AgentContext;
  readonly capabilities: ClientCapabilities;
  /** The id under which the client knows the session. Available once the session exists. */
  readonly sessionId: string;
  /** Whether the client waits for the end of a prompt, so that texts can be shown to the user. */
  readonly isPrompted: boolean;
  send(update: SessionUpdate): void;
}

/** One session of the client: its prompts, what the client is told about them, and what the client provides for them. */
export class AcpSession implements SessionPeer {
  readonly context: AgentContext;
  readonly capabilities: ClientCapabilities;
  private readonly request: SessionRequest;
  private readonly files: ClientFiles;
  private readonly calls: ToolCalls;
  private pi: ExtensionAPI | undefined;
  private served: ServedSession | undefined;
  private sessionIdOf: string | undefined;
  private prompts = 0;
  private isCancelled = false;
  private isClosed = false;
  private announced = "";

  constructor(context: AgentContext, capabilities: ClientCapabilities, request: SessionRequest) {
    this.context = context;
    this.capabilities = capabilities;
    this.request = request;
    this.files = new ClientFiles(this);
    this.calls = new ToolCalls({
      cwd: request.cwd,
      describe: (name, args) => this.session.describeCall(name, args),
      files: this.files,
    });
  }

  get id(): string {
    return this.sessionId;
  }

  get sessionId(): string {
    if (this.sessionIdOf === undefined) throw new TypeError("The session does not exist yet.");
    return this.sessionIdOf;
  }

  get isPrompted(): boolean {
    return this.prompts > 0;
  }

  /** What the client provides to the session. */
  get client(): SessionClient {
    const { cwd, mcpServers, additionalDirectories } = this.request;
    const { capabilities, files } = this;
    const terminals = new ClientTerminals(this, this.calls);
    return {
      cwd,
      ...(additionalDirectories ? { folders: additionalDirectories } : {}),
      extension: (pi) => {
        this.pi = pi;
        for (const server of mcpServers) pi.registerMcpServer(server.name, mcpServerConfig(server));
        pi.on("model_select", () => this.sendOptions());
      },
      ui: clientInterface(this),
      answerPermission: (question, signal) => askPermission(this, this.calls, question, signal),
      operations: {
        ...(capabilities.fs?.readTextFile ? { readTextFile: (path) => files.read(path) } : {}),
        ...(capabilities.fs?.writeTextFile ? { writeTextFile: (path, text) => files.write(path, text) } : {}),
        ...(capabilities.terminal ? { runCommand: (command) => terminals.run(command) } : {}),
      },
    };
  }

  /** Follows the session. */
  async attach(served: ServedSession): Promise<void> {
    this.served = served;
    this.sessionIdOf = served.sessionId;
    const updates = new EventUpdates(this, this.calls, served);
    served.subscribe((event) => {
      updates.handle(event);
      if (event.type === "thinking_level_changed") this.sendOptions();
    });
    this.extension.settings.onChange("permissionMode", () => this.sendOptions());
  }

  /** The modes and options that the client shows. */
  async options() {
    const configured = this.configured;
    return { modes: await modeState(configured), configOptions: await configOptions(configured) };
  }

  async setConfigOption(id: string, value: unknown): Promise<SessionConfigOption[]> {
    await setConfigOption(this.configured, id, value);
    this.send({
      sessionUpdate: "current_mode_update",
      currentModeId: (await modeState(this.configured)).currentModeId,
    });
    return await configOptions(this.configured);
  }

  /** Sends the whole conversation. */
  async replay(): Promise<void> {
    for (const update of replayUpdates(this.session.context().sessionManager.getBranch(), this.calls))
      this.send(update);
  }

  /** Sends commands and plan once the client knows the session: clients drop what arrives before the response. */
  announceLater(): void {
    setImmediate(() => this.announce());
  }

  async prompt(blocks: readonly ContentBlock[], signal: AbortSignal): Promise<PromptResponse> {
    const { text, images } = promptContent(blocks, this.request.cwd);
    const cancel = () => this.cancel();
    signal.addEventListener("abort", cancel, { once: true });
    if (this.prompts === 0) this.isCancelled = false;
    this.prompts++;
    try {
      return { stopReason: await this.run(text, images) };
    } catch (error) {
      if (this.isCancelled) return { stopReason: "cancelled" };
      return asRequestError(error);
    } finally {
      this.prompts--;
      signal.removeEventListener("abort", cancel);
      this.announce();
    }
  }

  cancel(): void {
    if (this.prompts === 0) return;
    this.isCancelled = true;
    void this.session.abort();
  }

  async close(): Promise<void> {
    this.isCancelled = true;
    this.isClosed = true;
    await this.session.close();
  }

  send(update: SessionUpdate): void {
    // The client may have left; the connection then ends the session.
    this.context.notify(methods.client.session.update, { sessionId: this.sessionId, update }).catch(() => undefined);
  }

  private get session(): ServedSession {
    if (!this.served) throw new TypeError("The session does not exist yet.");
    return this.served;
  }

  private get extension(): ExtensionAPI {
    if (!this.pi) throw new TypeError("The session does not exist yet.");
    return this.pi;
  }

  private get configured(): ConfiguredSession {
    return { pi: this.extension, session: this.session };
  }

  private async run(text: string, images: ReturnType<typeof promptContent>["images"]): Promise<StopReason> {
    const { session } = this;
    const compact = COMPACT.exec(text);
    if (compact) return await this.compact(compact[1]?.trim() || undefined);
    let isHandled = false;
    await session.prompt(text, {
      images,
      source: "rpc",
      streamingBehavior: "followUp",
      preflightResult: (outcome) => {
        isHandled = outcome === "handled";
        // The cancellation may have arrived before there was a run to stop.
        if (this.isCancelled) void session.abort();
      },
    });
    await session.waitForIdle();
    if (this.isCancelled) return "cancelled";
    return isHandled ? "end_turn" : stopReason(session.messages.findLast((message) => message.role === "assistant"));
  }

  private async compact(instructions: string | undefined): Promise<StopReason> {
    const outcome = await this.session.compact(instructions).then(
      () => "The conversation was compacted.",
      (error: Error & { code?: unknown }) => {
        if (error.code === "nothing-to-do") return error.message;
        throw error;
      },
    );
    this.send({ sessionUpdate: "agent_message_chunk", content: { type: "text", text: outcome } });
    return "end_turn";
  }

  private announce(): void {
    if (this.isClosed) return;
    const availableCommands: AvailableCommand[] = sessionCommands(this.extension.getCommands());
    const commands = JSON.stringify(availableCommands);
    if (commands !== this.announced) this.send({ sessionUpdate: "available_commands_update", availableCommands });
    if (this.announced === "") new EventUpdates(this, this.calls, this.session).sendState();
    this.announced = commands;
  }

  private sendOptions(): void {
    if (!this.served || this.isClosed) return;
    configOptions(this.configured).then(
      (options) => this.send({ sessionUpdate: "config_option_update", configOptions: options }),
      // The session has ended meanwhile.
      (error: Error) => process.stderr.write(`${error.message}\n`),
    );
  }
}

/** Returns why a run ended. Throws the model's failure. */
function stopReason(answer: AssistantMessage | undefined): StopReason {
  if (answer?.stopReason === "aborted") return "cancelled";
  if (answer?.stopReason === "length") return "max_tokens";
  if (/refusal|content_filter|safety/i.test(answer?.rawStopReason ?? "")) return "refusal";
  if (answer?.stopReason === "error")
    throw new RequestError(-32603, answer.errorMessage ?? "The model did not answer.");
  return "end_turn";
}
