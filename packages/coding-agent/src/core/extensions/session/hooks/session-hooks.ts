import type { AgentMessage, AgentTurnContext, CustomMessage } from "@tau/agent";
import type { Session } from "../../../session/session.ts";
import { AgentSessionError } from "../../../session/session-error.ts";
import type { RunStart, SessionHooks, SessionInput } from "../../../session/session-hooks.ts";
import type { Workspace } from "../../../workspace/workspace.ts";
import type {
  AgentActivityOutcome,
  InputEventResult,
  ResolvedCommand,
  ToolCallEvent,
  ToolResultEvent,
} from "../../contract/index.ts";
import { parseCommand } from "../../extension/commands.ts";
import type { RunTrigger } from "../../host/emit-before-agent-start.ts";
import { emitBeforeAgentStart } from "../../host/emit-before-agent-start.ts";
import { type Boundary, emitBoundary } from "../../host/emit-boundary.ts";
import { emitMessageEnd } from "../../host/emit-context.ts";
import { emitInput, emitUserBash } from "../../host/emit-input.ts";
import {
  emitBeforeProviderHeaders,
  emitBeforeProviderRequest,
  emitCacheWarmingDecision,
} from "../../host/emit-provider.ts";
import { emitBefore } from "../../host/emit-session.ts";
import { emitPermissionRequest, emitToolCall, emitToolResult } from "../../host/emit-tool.ts";
import type { Generation } from "../../host/generation.ts";
import { customMessage } from "../custom-message.ts";
import type { SessionPorts } from "../session-ports.ts";
import type { SessionTools } from "../tools/session-tools.ts";
import { beforeCompact } from "./before-compact.ts";
import { showContext } from "./request-context.ts";
import { RunEvents } from "./run-events.ts";
import { renderSystemPromptOptions, systemPromptOptions } from "./system-prompt-options.ts";
import { boundaryProblem, previewBoundary, writeBoundary } from "./turn-boundary.ts";
import { applyTurnEnd, type TurnEndChanges } from "./turn-end-changes.ts";
import { entryIdsOf } from "./turn-entries.ts";

/** A session with its current extensions: a reload changes the generation and the tools. */
export interface ExtendedSession {
  readonly session: Session;
  readonly services: Workspace;
  readonly generation: Generation;
  readonly tools: SessionTools;
  /** Messages that wait for the next prompt. */
  readonly nextPrompt: AgentMessage[];
  /** Messages that are added at the end of the turn and do not start another one. */
  readonly afterTurn: CustomMessage[];
  /** The result of `ctx.getSystemPrompt()` while a run is prepared. */
  preparedPrompt: string | undefined;
  /** Absent in a child session. */
  readonly ports?: SessionPorts | undefined;
  readonly turnEnd: TurnEndChanges;
  /** Set while a handler's text replaces the whole prompt of the run. */
  forcedPrompt: ForcedPrompt | undefined;
}

export interface ForcedPrompt {
  readonly text: string;
  /** The prompt without that replacement. */
  readonly replaced: string;
}

/**
 * Creates the hooks through which extensions take part in a session. They do nothing
 * while `current` returns `undefined`, before the session exists.
 */
export function createSessionHooks(current: () => ExtendedSession | undefined): SessionHooks {
  const events = new RunEvents();
  const dispatch = () => current()?.generation.dispatch;
  return {
    onInput: async (input) => {
      const host = current();
      return host ? await acceptInput(host, input) : input;
    },
    beforeRun: async (start, systemPrompt) => {
      const host = current();
      return host ? await prepareRun(host, start, systemPrompt) : { messages: [], systemPrompt };
    },
    onContext: async (messages) => {
      const host = current();
      return host ? await showContext(host, messages) : messages;
    },
    onMessageEnd: async (message) => {
      const to = dispatch();
      return to?.has("message_end") ? await emitMessageEnd(to, { type: "message_end", message }) : undefined;
    },
    onEvent: (event) => {
      const host = current();
      if (!host) return;
      if (event.type === "agent_end")
        for (const message of host.afterTurn.splice(0)) host.session.appendCustomMessage(message);
      return events.tell(host.generation, event);
    },
    finishTurn: async (turn) => {
      const host = current();
      // If another request follows anyway, it carries these messages; otherwise they wait for the end of the run.
      if (host && turn.toolResults.length > 0)
        for (const message of host.afterTurn.splice(0)) host.session.agent.steer(message);
      const decision = host?.generation.hasHandlers("turn_end")
        ? await finishTurn(host, turn, events.turnIndex)
        : undefined;
      const messages = host && (await applyTurnEnd(host, turn));
      return messages ? { action: decision?.action ?? "proceed", messages } : decision;
    },
    beforeSettle: async () => {
      const host = current();
      return host?.generation.hasHandlers("agent_before_settle") ? await beforeSettle(host) : false;
    },
    ...toolHooks(current),
    ...providerHooks(current),
    ...sessionHooks(current, events),
  };
}

type Current = () => ExtendedSession | undefined;

/** Creates the hooks for tool calls. `place` is added to each event and names the child session in which the call was made, if any. */
export function toolHooks(
  current: Current,
  place: { readonly childId?: string } = {},
): Pick<SessionHooks, "beforeToolCall" | "afterToolCall" | "onPermissionRequest" | "onUserBash"> {
  return {
    beforeToolCall: async ({ toolCall: { id, name }, args }) => {
      const host = current();
      if (!host?.generation.hasHandlers("tool_call")) return undefined;
      const call = { type: "tool_call", toolName: name, toolCallId: id, input: args, ...parentOf(host, id), ...place };
      return await emitToolCall(host.generation.dispatch, call as ToolCallEvent);
    },
    onPermissionRequest: async ({ toolCall: { id, name }, args }, reason, decide) => {
      const host = current();
      if (!host?.generation.hasHandlers("permission_request")) return undefined;
      const call = { toolName: name, toolCallId: id, input: args, ...parentOf(host, id), ...place };
      const answer = await emitPermissionRequest(host.generation.dispatch, {
        type: "permission_request",
        ...call,
        reason,
      });
      if (answer?.decision === "deny") return answer.reason ?? false;
      // An extension cannot permit more than a rule could.
      return answer?.decision === "allow" && (await decide({ decision: "allow" })).action === "allow"
        ? true
        : undefined;
    },
    afterToolCall: async ({ toolCall: { id, name }, args, result, isError }) => {
      const host = current();
      if (!host?.generation.hasHandlers("tool_result")) return undefined;
      const { content, details, structuredContent, usage } = result;
      const event = {
        type: "tool_result",
        toolName: name,
        toolCallId: id,
        ...parentOf(host, id),
        ...place,
        input: args,
        content,
        details,
        ...(structuredContent === undefined ? {} : { structuredContent }),
        ...(usage ? { usage } : {}),
        isError,
      };
      return await emitToolResult(host.generation.dispatch, event as ToolResultEvent);
    },
    onUserBash: async (request) => {
      const host = current();
      return host ? await emitUserBash(host.generation.dispatch, { type: "user_bash", ...request }) : undefined;
    },
  };
}

export function providerHooks(
  current: Current,
): Pick<SessionHooks, "onPayload" | "onResponse" | "onHeaders" | "streamListener" | "onCacheWarming"> {
  const dispatch = () => current()?.generation.dispatch;
  return {
    onPayload: async (payload, model) => {
      const host = current();
      if (!host) return payload;
      const asked = host.ports?.liveActions?.force(payload, model) ?? payload;
      return await emitBeforeProviderRequest(host.generation.dispatch, asked);
    },
    onResponse: async ({ status, headers }) =>
      await current()?.generation.notify({ type: "after_provider_response", status, headers }),
    onCacheWarming: async (decision) => {
      const to = dispatch();
      return to ? await emitCacheWarmingDecision(to, decision) : decision.action;
    },
    onHeaders: async (headers) => {
      const to = dispatch();
      if (to) await emitBeforeProviderHeaders(to, headers);
    },
    streamListener: () => {
      const generation = current()?.generation;
      if (!generation?.hasHandlers("provider_stream_event")) return undefined;
      return (data, { provider, api, id }) =>
        generation.notify({ type: "provider_stream_event", provider, api, model: id, data });
    },
  };
}

function sessionHooks(
  current: Current,
  events: RunEvents,
): Pick<SessionHooks, "onModelChange" | "beforeCompact" | "onCompacted" | "beforeLeaveBranch" | "onBranchLeft"> {
  return {
    onModelChange: async ({ model, previousModel, source }) =>
      await current()?.generation.notify({ type: "model_select", model, previousModel, source }),
    beforeCompact: async (request) => {
      const host = current();
      const answer = host && (await beforeCompact(host, request));
      events.hasOwnSummary = answer?.compaction !== undefined;
      return answer;
    },
    onCompacted: async (entryId, { reason, fromExtension }) => {
      const host = current();
      const entry = host?.session.log.getEntry(entryId);
      if (entry?.type !== "compaction") return;
      const how = { reason, fromExtension, willRetry: reason === "overflow" };
      await host?.generation.notify({ type: "session_compact", compactionEntry: entry, ...how });
    },
    beforeLeaveBranch: async ({ signal, ...preparation }) => {
      const to = current()?.generation.dispatch;
      return to
        ? await emitBefore<"session_before_tree">(to, { type: "session_before_tree", preparation, signal })
        : undefined;
    },
    onBranchLeft: async (change) => await current()?.generation.notify({ type: "session_tree", ...change }),
  };
}

/**
 * Runs extension commands first; `input` handlers do not see them. A text sent by an
 * extension calls a command only if the extension asked for expansion.
 */
async function acceptInput(host: ExtendedSession, input: SessionInput): Promise<SessionInput | undefined> {
  const { generation } = host;
  if (input.refusesCommands) refuseCommand(host, input.text);
  else if (input.expandPromptTemplates !== false && (await runCommand(host, input.text))) return undefined;
  const { text, images, source, streamingBehavior } = input;
  const result: InputEventResult = await emitInput(generation.dispatch, {
    text,
    source,
    ...(images.length > 0 ? { images } : {}),
    ...(streamingBehavior ? { streamingBehavior } : {}),
  });
  if (result.action === "handled") return undefined;
  return result.action === "continue" ? input : { ...input, text: result.text, images: result.images ?? images };
}

/** The command that a text calls. One of a battery gives way to a template of the user's, and can be called as `/tau:name` too. */
function calledCommand({ generation, services }: ExtendedSession, text: string) {
  const call = parseCommand(text);
  if (!call) return undefined;
  const own = call.name.startsWith("tau:")
    ? generation.registered.getCommand(call.name.slice("tau:".length))
    : undefined;
  const command = generation.registered.getCommand(call.name) ?? (isBattery(own) ? own : undefined);
  const hasTemplate = services.resources.getPrompts().prompts.some(({ name }) => name === call.name);
  return command && !(isBattery(command) && hasTemplate) ? { ...call, command } : undefined;
}

function isBattery(command: ResolvedCommand | undefined): boolean {
  return command?.sourceInfo.source === "builtin";
}

function refuseCommand(host: ExtendedSession, text: string): void {
  const call = calledCommand(host, text);
  if (!call) return;
  throw new AgentSessionError("not-queueable", `/${call.name} is a command and cannot be queued: send it as a prompt.`);
}

/** Runs the command that a text calls. Resolves to false if it calls none. A command that fails is reported and counts as handled. */
async function runCommand(host: ExtendedSession, text: string): Promise<boolean> {
  const call = calledCommand(host, text);
  if (!call) return false;
  const { generation } = host;
  try {
    await call.command.handler(call.args, generation.createCommandContext());
  } catch (error) {
    generation.report(call.command.sourceInfo.path, "command", error);
  }
  return true;
}

async function prepareRun(host: ExtendedSession, start: RunStart, base: string) {
  const { session, generation, nextPrompt } = host;
  const waiting = nextPrompt.splice(0);
  host.forcedPrompt = undefined;
  if (!generation.hasHandlers("before_agent_start")) return { messages: waiting, systemPrompt: base };
  const options = systemPromptOptions(session);
  const { messages, systemPrompt } = await emitBeforeAgentStart(generation.dispatch, triggerOf(start), {
    options,
    render: (changed) => renderSystemPromptOptions(session, changed),
    selectTools: (names) => selectTools(host, names),
    offeredTools: () => session.tools.activeNames(),
    publish: (prompt) => {
      host.preparedPrompt = prompt;
    },
  });
  host.preparedPrompt = undefined;
  const { forceSystemPrompt, ...parts } = options;
  if (forceSystemPrompt !== undefined)
    host.forcedPrompt = { text: forceSystemPrompt, replaced: renderSystemPromptOptions(session, parts) };
  return { messages: [...waiting, ...messages.map(customMessage)], systemPrompt };
}

/** Offers the tools that a handler has selected. */
function selectTools({ session, tools }: ExtendedSession, names: readonly string[]): string[] {
  session.setActiveToolsByName(tools.activatable(names));
  return session.tools.activeNames();
}

function triggerOf(start: RunStart): RunTrigger {
  if ("role" in start) return { messageType: "custom", message: start };
  const { text, images } = start;
  return { messageType: "user", prompt: text, ...(images.length > 0 ? { images } : {}) };
}

async function finishTurn(host: ExtendedSession, { message, toolResults }: AgentTurnContext, turnIndex: number) {
  const { session, generation } = host;
  const idOf = entryIdsOf(session.log);
  const outcome: AgentActivityOutcome =
    message.stopReason === "aborted" ? "aborted" : message.stopReason === "error" ? "error" : "completed";
  const decided = await emitBoundary(
    generation.dispatch,
    {
      type: "turn_end",
      turnIndex,
      message,
      toolResults,
      messageEntryId: idOf(message),
      toolResultEntryIds: toolResults.map(idOf),
      outcome,
    },
    boundaryOf(session),
  );
  const messages = writeBoundary(session, decided.entries);
  for (const added of messages) session.agent.steer(added);
  return decided.continue && outcome === "completed" ? ({ action: "continue" } as const) : undefined;
}

async function beforeSettle({ session, generation }: ExtendedSession): Promise<boolean> {
  const decided = await emitBoundary(
    generation.dispatch,
    { type: "agent_before_settle", outcome: "completed" },
    boundaryOf(session),
  );
  const messages = writeBoundary(session, decided.entries);
  if (!decided.continue) {
    for (const message of messages) session.appendCustomMessage(message);
    return false;
  }
  for (const message of messages) session.agent.followUp(message);
  return true;
}

function boundaryOf(session: Session): Boundary {
  return {
    preview: (entries) => previewBoundary(session, entries),
    problem: (entries) => boundaryProblem(session, entries),
  };
}

function parentOf({ tools }: ExtendedSession, toolCallId: string): { parentToolCallId?: string } {
  const parent = tools.nested.parentOf(toolCallId);
  return parent === undefined ? {} : { parentToolCallId: parent };
}
