import type { AgentMessage } from "@tau/agent";
import type { Model } from "@tau/ai";
import type {
  ExtensionCommandContext,
  ExtensionError,
  ExtensionUISource,
  ModeSession,
  ServedSession,
  SessionClient,
} from "../../core/extensions/contract/index.ts";
import { createNoUi } from "../../core/extensions/no-ui.ts";
import { printWarning } from "../../core/output/print.ts";
import type { PermissionRequest } from "../../core/permission/index.ts";
import type { PromptOptions } from "../../core/session/input/prompt-intake.ts";
import { readTodoPhases, type TodoPhase } from "../../core/session/log/todo-phases.ts";
import type { SessionRuntime } from "../../core/session/replace/session-runtime.ts";
import type { AgentSessionEventListener } from "../../core/session/session-event.ts";
import { followSettingsFiles } from "../../core/settings/follow-settings-files.ts";
import { describeCall } from "../../core/tools/index.ts";
import { startExtensions } from "../folder/start-extensions.ts";

/** A session that a client has open: the current one of a runtime. */
export class RuntimeSession implements ServedSession {
  readonly runtime: SessionRuntime;
  private readonly client: SessionClient;
  private readonly onClosed: () => void;
  private readonly listeners = new Set<AgentSessionEventListener>();
  private readonly ended = new AbortController();
  private unsubscribe: () => void = () => undefined;

  constructor(runtime: SessionRuntime, client: SessionClient, onClosed: () => void) {
    this.runtime = runtime;
    this.client = client;
    this.onClosed = onClosed;
  }

  /** Connects the client, then starts the extensions. */
  async start(): Promise<void> {
    const { runtime, client } = this;
    const { onReplaced } = runtime.hooks;
    runtime.hooks.onReplaced = async (session, start) => {
      this.bind();
      await onReplaced?.(session, start);
    };
    this.bind();
    followSettingsFiles(() => runtime.services.settings, { signal: this.ended.signal, onReload: () => undefined });
    const ui: ExtensionUISource = Object.assign(createNoUi(), client.ui);
    await startExtensions(runtime, { mode: "rpc", ui, onError: (failure) => printWarning(describeFailure(failure)) });
    await runtime.session.restoreQueue();
  }

  get sessionId(): string {
    return this.runtime.session.sessionId;
  }

  get messages(): AgentMessage[] {
    return this.runtime.session.messages;
  }

  get model(): Model {
    return this.runtime.session.model;
  }

  get isIdle(): boolean {
    return this.runtime.session.isIdle;
  }

  prompt(text: string, options?: PromptOptions): Promise<void> {
    return this.runtime.session.prompt(text, options);
  }

  abort(): ReturnType<ModeSession["abort"]> {
    return this.runtime.session.abort();
  }

  waitForIdle(): Promise<void> {
    return this.runtime.session.waitForIdle();
  }

  subscribe(listener: AgentSessionEventListener): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  context(): ExtensionCommandContext {
    const host = this.runtime.session.extensions?.host;
    if (!host) throw new TypeError("The session has no extensions.");
    return host.generation.createCommandContext();
  }

  describeCall(toolName: string, args: unknown): PermissionRequest {
    const { session, cwd } = this.runtime;
    const schemes = session.extensions?.host?.generation.toolPorts.schemes ?? [];
    return describeCall(toolName, args, cwd, session.tools.get(toolName)?.effects, schemes);
  }

  async models(): Promise<readonly Model[]> {
    const { models } = this.runtime.services;
    await models.loadUsable();
    return models.getSelectable();
  }

  todos(): TodoPhase[] {
    return readTodoPhases(this.runtime.session.log);
  }

  async compact(instructions?: string): Promise<void> {
    await this.runtime.session.compaction.compact(instructions);
  }

  async close(): Promise<void> {
    this.onClosed();
    this.ended.abort();
    await this.runtime.session.abort();
    await this.runtime.dispose();
    this.unsubscribe();
  }

  private bind(): void {
    const { session } = this.runtime;
    this.unsubscribe();
    session.permission.answer = this.client.answerPermission;
    this.unsubscribe = session.subscribe((event) => {
      for (const listener of this.listeners) listener(event);
    });
  }
}

function describeFailure({ extensionPath, event, error }: ExtensionError): string {
  return `${extensionPath} failed at ${event}: ${error}`;
}
