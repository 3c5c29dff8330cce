import { type AgentMessage, type CustomMessage, runToolCall } from "@tau/agent";
import type { ImageContent, TextContent } from "@tau/ai";
import type { Session } from "../../session/session.ts";
import { declareFound } from "../../session/tools/found-tools.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type {
  CustomMessageDraft,
  ExtensionActions,
  ExtensionContextActions,
  SendMessageOptions,
  SendUserMessageOptions,
  SlashCommandInfo,
} from "../contract/index.ts";
import { outsideExtensions } from "../host/unhandled-errors.ts";
import { customMessage } from "./custom-message.ts";
import { systemPromptOptions } from "./hooks/system-prompt-options.ts";
import { type TurnEndChanges, turnEndActions } from "./hooks/turn-end-changes.ts";
import type { SessionTools } from "./tools/session-tools.ts";

export interface SessionActionParts {
  readonly session: Session;
  readonly services: Workspace;
  readonly tools: SessionTools;
  /** Messages that wait for the next prompt. */
  readonly nextPrompt: AgentMessage[];
  /** Messages that are added at the end of the turn and do not start another one. */
  readonly afterTurn: CustomMessage[];
  /** The system prompt with the changes that `before_agent_start` handlers have made so far. */
  readonly systemPrompt: () => string | undefined;
  readonly commands: () => SlashCommandInfo[];
  readonly abort: () => void;
  readonly shutdown: () => void;
  /** Resolves when a requested action may start, which is after every handler of `agent_settled` is done. Absent if it may start at once. */
  readonly ready: () => Promise<void> | undefined;
  /** Messages that were sent but have not arrived yet. Waiting for the session includes waiting for them. */
  readonly arriving: Set<Promise<void>>;
  readonly isProjectTrusted: () => boolean;
  /** Changes to the log at the end of the turn. */
  readonly turnEnd?: TurnEndChanges | undefined;
}

/** Implements the actions of `pi` for a session. */
export function extensionActions(parts: SessionActionParts): ExtensionActions {
  const { session, services, tools } = parts;
  return {
    sendMessage: (message, options) => sendMessage(parts, message, options),
    sendUserMessage: (content, options) => sendUserMessage(parts, content, options),
    appendEntry: (customType, data) => session.appendCustomEntry(customType, data),
    setSessionName: (name) => session.setSessionName(name),
    getSessionName: () => session.log.getSessionName(),
    setLabel: (entryId, label) => void session.log.appendLabelChange(entryId, label),
    getActiveTools: () => session.tools.activeNames(),
    getAllTools: () => tools.describe(),
    setActiveTools: (names) => session.setActiveToolsByName(tools.activatable(names)),
    tools: {
      findable: () => tools.findable(),
      declare: (names, { toolCallId } = {}) => declareFound(session, names, toolCallId),
    },
    refreshTools: () => tools.refresh(),
    getSettings: () => services.settings.getSettings(),
    getCommands: () => parts.commands(),
    setModel: async (model) => {
      if (!services.models.hasConfiguredAuth(model)) return false;
      await outsideExtensions(() => session.choice.setModel(model, "set", { keepDefault: true }));
      return true;
    },
    getThinkingLevel: () => session.thinkingLevel,
    setThinkingLevel: (level) => session.choice.setThinkingLevel(level, { keepDefault: true }),
  };
}

/** Implements the actions of `ctx` for a session. */
export function contextActions(parts: SessionActionParts): ExtensionContextActions {
  const { session } = parts;
  return {
    getModel: () => session.model,
    getScopedModels: () => session.choice.scoped,
    isIdle: () => session.isIdle,
    isProjectTrusted: parts.isProjectTrusted,
    getSignal: () => session.agent.signal,
    abort: parts.abort,
    hasPendingMessages: () => session.queue.length > 0 || session.agent.hasQueuedMessages(),
    shutdown: parts.shutdown,
    getContextUsage: () => session.contextUsage(),
    compact: ({ customInstructions, onComplete, onError } = {}) => {
      outsideExtensions(() => session.compaction.compact(customInstructions)).then(onComplete, (error: unknown) =>
        onError?.(error instanceof Error ? error : new Error(String(error))),
      );
    },
    getSystemPrompt: () => parts.systemPrompt() ?? session.systemPrompt,
    getSystemPromptOptions: () => systemPromptOptions(session),
    getCallableTools: () => parts.tools.callable(),
    getRemote: () => session.remote,
    executeTool: (callerId, name, args, options) => executeTool(parts, callerId, name, args, options),
    permitEffects: async (callId, effects) => (await session.runningCalls.permit(callId, effects))?.reason,
    ...(parts.turnEnd ? turnEndActions(session, parts.turnEnd) : {}),
  };
}

/**
 * Delivers a message within the run, after it, with the next prompt, or at once. In an idle
 * session the message is only stored, unless a run is requested.
 */
async function sendMessage(
  { session, nextPrompt, afterTurn, ready }: SessionActionParts,
  draft: CustomMessageDraft,
  { deliverAs = "steer", triggerTurn }: SendMessageOptions = {},
): Promise<void> {
  const message = customMessage(draft);
  if (deliverAs === "nextTurn") nextPrompt.push(message);
  else if (!session.isIdle) {
    if (triggerTurn === false) afterTurn.push(message);
    else if (deliverAs === "followUp") session.agent.followUp(message);
    else session.agent.steer(message);
  } else if (triggerTurn) {
    const settling = ready();
    if (settling !== undefined) await settling;
    await session.runMessage(message);
  } else session.appendCustomMessage(message);
}

/** Sends a user message. If the text may call a command, `waitForIdle` does not wait for it, because the command itself may wait for the session. */
async function sendUserMessage(
  { session, ready, arriving }: SessionActionParts,
  content: string | (TextContent | ImageContent)[],
  { deliverAs, expandPromptTemplates = false }: SendUserMessageOptions = {},
): Promise<void> {
  const blocks = typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
  const text = blocks.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
  const images = blocks.filter((block) => block.type === "image");
  const { promise: arrival, resolve: arrived } = Promise.withResolvers<void>();
  if (!expandPromptTemplates) arriving.add(arrival);
  try {
    await ready();
    await session.prompt(text, {
      images,
      source: "extension",
      expandPromptTemplates,
      preflightResult: () => arrived(),
      ...(deliverAs ? { streamingBehavior: deliverAs } : {}),
    });
  } finally {
    arrived();
    arriving.delete(arrival);
  }
}

/**
 * Runs a tool for another tool, with the same checks as a call of the model and an id below the caller's. Extensions and subscribers are
 * notified; the call is not part of the conversation.
 */
async function executeTool(
  { session, tools }: SessionActionParts,
  callerId: string,
  toolName: string,
  args: unknown,
  { signal, onUpdate }: Parameters<NonNullable<ExtensionContextActions["executeTool"]>>[3],
) {
  const { agent } = session;
  const assistantMessage = session.messages.findLast((message) => message.role === "assistant");
  const record = tools.nested.begin(callerId, toolName, args);
  const call = { toolCallId: record.id, toolName, parentToolCallId: callerId };
  await session.emit({ type: "tool_execution_start", ...call, args });
  const outcome = await runToolCall(
    { type: "toolCall", id: record.id, name: toolName, arguments: (args ?? {}) as never },
    {
      tools: tools.callable(),
      assistantMessage: assistantMessage as never,
      context: { messages: session.messages, tools: [...agent.state.tools] },
      ...(agent.beforeToolCall ? { beforeToolCall: agent.beforeToolCall } : {}),
      ...(agent.afterToolCall ? { afterToolCall: agent.afterToolCall } : {}),
      ...(signal ? { signal } : {}),
      onUpdate: (partialResult) => {
        void session.emit({ type: "tool_execution_update", ...call, args, partialResult });
        onUpdate?.(partialResult);
      },
    },
  );
  tools.nested.end(callerId, record, outcome);
  const { result, isError, durationMs } = outcome;
  const took = durationMs === undefined ? {} : { durationMs };
  await session.emit({ type: "tool_execution_end", ...call, result, isError, ...took });
  return outcome;
}
