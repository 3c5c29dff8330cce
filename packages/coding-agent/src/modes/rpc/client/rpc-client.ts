import type { ImageContent } from "@tau/ai";
import { LONGEST_TIMER_MS } from "@tau/ai";
import type { PermissionReply } from "../../../core/permission/session-permission.ts";
import type { JsonAgentSessionEvent } from "../../wire/json-event.ts";
import type { HostToolDefinition } from "../host/host-tools.ts";
import type { HostUriScheme } from "../host/host-uris.ts";
import type { RpcPermissionRequest, RpcPermissionResponse } from "../permission-requests.ts";
import type {
  RpcCommandType,
  RpcExtensionUIRequest,
  RpcExtensionUIResponse,
  RpcParameters,
  RpcResult,
} from "../protocol.ts";
import { AgentProcess, type AgentProcessOptions } from "./agent-process.ts";
import { HostRequests, type HostToolHandler, type HostUriHandler } from "./host-requests.ts";
import { RpcClientError } from "./rpc-client-error.ts";
import { RpcConnection, type RpcLine } from "./rpc-connection.ts";

export interface RpcClientOptions extends AgentProcessOptions {
  /** Timeout of a request. Default 30 s. `bash`, `compact` and `abort` have no timeout. */
  readonly timeoutMs?: number;
}

export type RpcEventListener = (event: JsonAgentSessionEvent) => void;
/** Resolves to the user's answer; `undefined` dismisses the dialog. The result is ignored for requests that ask nothing. */
export type RpcUIHandler = (request: RpcExtensionUIRequest) => Promise<UIAnswer | undefined> | UIAnswer | undefined;
/** Resolves to the user's answer; `undefined` means no. */
export type RpcPermissionHandler = (
  request: RpcPermissionRequest,
) => Promise<PermissionReply | undefined> | PermissionReply | undefined;
type UIAnswer = { value: string } | { confirmed: boolean };

type Parameters<TName extends RpcCommandType> = RpcParameters<TName>;

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_RUN_TIMEOUT_MS = 60_000;
const UNLIMITED: ReadonlySet<RpcCommandType> = new Set(["bash", "compact", "abort"]);
const DIALOGS: ReadonlySet<string> = new Set(["select", "confirm", "input", "editor", "ask", "diff"]);

/** Starts the agent as a child process and talks to it with typed requests. */
export class RpcClient {
  private readonly options: RpcClientOptions;
  private readonly listeners = new Set<RpcEventListener>();
  private readonly hosts = new HostRequests();
  private uiHandler: RpcUIHandler = () => undefined;
  private permissionHandler: RpcPermissionHandler | undefined;
  private process: AgentProcess | undefined;
  private connection: RpcConnection | undefined;

  constructor(options: RpcClientOptions = {}) {
    this.options = options;
  }

  /** Resolves when the agent answers its first request. */
  async start(): Promise<void> {
    if (this.connection) throw new RpcClientError("not-started", "The client is already started.");
    const agent = await AgentProcess.start(this.options);
    const connection = new RpcConnection({
      input: agent.streams.stdout,
      output: agent.streams.stdin,
      onLine: (line) => this.receive(line),
      onNoise: () => undefined,
    });
    this.process = agent;
    this.connection = connection;
    void agent.ended.then((reason) => connection.close(reason));
    // Does not wait for the `ready` line: some servers do not send it.
    await this.request("get_state").catch(async (error: unknown) => {
      await agent.stop();
      this.connection = undefined;
      throw error;
    });
  }

  async stop(): Promise<void> {
    await this.process?.stop();
    this.process = undefined;
    this.connection = undefined;
  }

  onEvent(listener: RpcEventListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Sets the handler that answers dialogs of extensions and receives what they show. Without one, every dialog is dismissed. */
  onUIRequest(handler: RpcUIHandler): void {
    this.uiHandler = handler;
  }

  getStderr(): string {
    return this.process?.stderr ?? "";
  }

  /** Sends any command by name. */
  async request<TName extends RpcCommandType>(
    command: TName,
    parameters: Parameters<TName> | Record<string, never> = {},
    timeoutMs: number | undefined = UNLIMITED.has(command) ? undefined : (this.options.timeoutMs ?? DEFAULT_TIMEOUT_MS),
  ): Promise<RpcResult<TName>> {
    if (!this.connection) throw new RpcClientError("not-started", "The client has not been started.");
    return (await this.connection.request(command, parameters, timeoutMs)) as RpcResult<TName>;
  }

  async prompt(message: string, images?: ImageContent[], streamingBehavior?: "steer" | "followUp") {
    const options = { ...(images ? { images } : {}), ...(streamingBehavior ? { streamingBehavior } : {}) };
    return (await this.request("prompt", { message, ...options })).disposition;
  }

  async steer(message: string, images?: ImageContent[]) {
    return (await this.request("steer", { message, ...(images ? { images } : {}) })).disposition;
  }

  async followUp(message: string, images?: ImageContent[]) {
    return (await this.request("follow_up", { message, ...(images ? { images } : {}) })).disposition;
  }

  abort = () => this.request("abort");
  abortAndPrompt = async (message: string) => (await this.request("abort_and_prompt", { message })).disposition;
  clearQueue = () => this.request("clear_queue");
  getState = () => this.request("get_state");
  getMessages = async () => (await this.request("get_messages")).messages;
  setModel = (provider: string, modelId: string) => this.request("set_model", { provider, modelId });
  cycleModel = () => this.request("cycle_model");
  getAvailableModels = async () => (await this.request("get_available_models")).models;
  setThinkingLevel = (level: Parameters<"set_thinking_level">["level"]) =>
    this.request("set_thinking_level", { level });
  cycleThinkingLevel = () => this.request("cycle_thinking_level");
  getAvailableThinkingLevels = async () => (await this.request("get_available_thinking_levels")).levels;
  setSteeringMode = (mode: Parameters<"set_steering_mode">["mode"]) => this.request("set_steering_mode", { mode });
  setFollowUpMode = (mode: Parameters<"set_follow_up_mode">["mode"]) => this.request("set_follow_up_mode", { mode });
  setInterruptMode = (mode: Parameters<"set_interrupt_mode">["mode"]) => this.request("set_interrupt_mode", { mode });
  compact = (customInstructions?: string) =>
    this.request("compact", customInstructions === undefined ? {} : { customInstructions });
  setAutoCompaction = (enabled: boolean) => this.request("set_auto_compaction", { enabled });
  setAutoRetry = (enabled: boolean) => this.request("set_auto_retry", { enabled });
  abortRetry = () => this.request("abort_retry");
  bash = (command: string, options: { excludeFromContext?: boolean } = {}) =>
    this.request("bash", { command, ...options });
  abortBash = () => this.request("abort_bash");
  getSessionStats = () => this.request("get_session_stats");
  exportHtml = (outputPath?: string) => this.request("export_html", outputPath === undefined ? {} : { outputPath });
  newSession = (parentSession?: string) =>
    this.request("new_session", parentSession === undefined ? {} : { parentSession });
  switchSession = (sessionPath: string) => this.request("switch_session", { sessionPath });
  /** `text` is the message that the fork starts from. It is empty if an extension refused. */
  fork = async (entryId: string) => ({ text: "", ...(await this.request("fork", { entryId })) });
  clone = () => this.request("clone");
  getForkMessages = async () => (await this.request("get_fork_messages")).messages;
  getEntries = (since?: string) => this.request("get_entries", since === undefined ? {} : { since });
  getTree = () => this.request("get_tree");
  getLastAssistantText = async () => (await this.request("get_last_assistant_text")).text;
  setSessionName = (name: string) => this.request("set_session_name", { name });
  getCommands = async () => (await this.request("get_commands")).commands;

  /** Sets the task list. Resolves to the list with all ids and states. */
  setTodos = async (phases: Parameters<"set_todos">["phases"]) =>
    (await this.request("set_todos", { phases })).todoPhases;

  /** Declares what `onUIRequest` answers besides select, confirm, input and editor. */
  setUiMethods = async (methods: Parameters<"set_ui_methods">["methods"]) =>
    (await this.request("set_ui_methods", { methods })).methods;

  /** Sets the handler for permission questions. Without one, whatever would ask is refused. */
  async setPermissionHandler(handler: RpcPermissionHandler | undefined): Promise<void> {
    this.permissionHandler = handler;
    await this.request("set_permission_requests", { enabled: handler !== undefined });
  }

  /** Sets the tools that this program runs, replacing the previous set. */
  async setHostTools(tools: readonly (HostToolDefinition & { execute: HostToolHandler })[]): Promise<string[]> {
    this.hosts.setTools(tools);
    const definitions = tools.map(({ execute: _, ...definition }) => definition);
    return (await this.request("set_host_tools", { tools: definitions })).toolNames;
  }

  /** Sets the URL schemes that this program serves, replacing the previous set. */
  async setHostUriSchemes(schemes: readonly HostUriScheme[], handler: HostUriHandler): Promise<string[]> {
    this.hosts.setUriHandler(handler);
    return (await this.request("set_host_uri_schemes", { schemes: [...schemes] })).schemes;
  }

  /** Resolves when the agent has settled, so that nothing happens until the next prompt. Call it during a run. */
  async waitForIdle(timeoutMs = DEFAULT_RUN_TIMEOUT_MS): Promise<void> {
    await this.collectEvents(timeoutMs);
  }

  /** Resolves to the events from now to the end of the run. */
  async collectEvents(timeoutMs = DEFAULT_RUN_TIMEOUT_MS): Promise<JsonAgentSessionEvent[]> {
    const run = this.followRun();
    return await this.withinTime(run.settled, timeoutMs, run.stop);
  }

  /** Sends a prompt and resolves to the events of its run. Empty if it started no run. */
  async promptAndWait(
    message: string,
    images?: ImageContent[],
    timeoutMs = DEFAULT_RUN_TIMEOUT_MS,
  ): Promise<JsonAgentSessionEvent[]> {
    // Starts listening before sending the prompt: a fast run may end before its acknowledgement is read.
    const run = this.followRun();
    try {
      if ((await this.prompt(message, images)) === "handled") return [];
      return await this.withinTime(run.settled, timeoutMs, run.stop);
    } finally {
      run.stop();
    }
  }

  private followRun(): { settled: Promise<JsonAgentSessionEvent[]>; stop: () => void } {
    const events: JsonAgentSessionEvent[] = [];
    const { promise: settled, resolve } = Promise.withResolvers<JsonAgentSessionEvent[]>();
    const stop = this.onEvent((event) => {
      events.push(event);
      if (event.type === "agent_settled") resolve(events);
    });
    return { settled, stop };
  }

  private async withinTime<T>(result: Promise<T>, timeoutMs: number, stop: () => void): Promise<T> {
    const { process: agent } = this;
    if (!agent) throw new RpcClientError("not-started", "The client has not been started.");
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      const error = new RpcClientError("timeout", `The run did not end within ${timeoutMs / 1000} s.\n${agent.stderr}`);
      timer = setTimeout(() => reject(error), Math.min(timeoutMs, LONGEST_TIMER_MS));
    });
    const ended = agent.ended.then((reason) => Promise.reject(reason));
    try {
      return await Promise.race([result, late, ended]);
    } finally {
      clearTimeout(timer);
      ended.catch(() => undefined);
      stop();
    }
  }

  private receive(line: RpcLine): void {
    if (line.type === "extension_ui_request") void this.answerUI(line as unknown as RpcExtensionUIRequest);
    else if (line.type === "permission_request") void this.answerPermission(line as unknown as RpcPermissionRequest);
    else if (this.hosts.handles(line)) void this.hosts.answer(line, (reply) => this.connection?.reply(reply));
    else if (line.type !== "ready" && line.type !== "response")
      for (const listener of this.listeners) listener(line as unknown as JsonAgentSessionEvent);
  }

  private async answerPermission(request: RpcPermissionRequest): Promise<void> {
    const ask = async () => await this.permissionHandler?.(request);
    const reply = await ask().catch(() => undefined);
    const { allow: answer, ...message } = reply ?? ({ allow: "no" } as const);
    const response: RpcPermissionResponse = { type: "permission_response", id: request.id, answer, ...message };
    this.connection?.reply(response);
  }

  private async answerUI(request: RpcExtensionUIRequest): Promise<void> {
    const answer = await this.uiHandler(request);
    if (!DIALOGS.has(request.method)) return;
    const { id } = request;
    const response: RpcExtensionUIResponse = { type: "extension_ui_response", id, ...(answer ?? { cancelled: true }) };
    this.connection?.reply(response);
  }
}
