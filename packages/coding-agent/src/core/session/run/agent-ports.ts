import {
  type AfterToolCallContext,
  type AfterToolCallResult,
  type AgentMessage,
  type AgentOptions,
  type BeforeToolCallContext,
  type BeforeToolCallResult,
  convertToLlm,
  type SessionLog,
} from "@tau/agent";
import type { AssistantMessage } from "@tau/ai";
import { forgetJudged, keepJudged } from "../../files/judged-path.ts";
import { judgePaths } from "../../permission/follow-links.ts";
import { permit } from "../../permission/index.ts";
import type { PermissionOpinion, PermissionRequest } from "../../permission/permission.ts";
import type { AskPermission, Refusal } from "../../permission/permit.ts";
import type { SessionPermission } from "../../permission/session-permission.ts";
import { describeCall } from "../../tools/index.ts";
import type { UrlScheme } from "../../tools/urls/url-scheme.ts";
import type { Recorder } from "../log/recorder.ts";
import type { SessionHooks } from "../session-hooks.ts";
import type { FitImages } from "../session-parts.ts";
import type { RemoteSession } from "../tools/remote-session.ts";
import type { ToolSet } from "../tools/tool-set.ts";
import type { SnapshotHolder } from "./run-snapshots.ts";
import type { RunningCalls } from "./running-calls.ts";

export interface AgentPortParts {
  readonly log: SessionLog;
  readonly tools: ToolSet;
  readonly recorder: Recorder;
  readonly hooks: SessionHooks;
  readonly permission: SessionPermission;
  readonly runningCalls: RunningCalls;
  readonly fitImages?: FitImages | undefined;
  readonly snapshots?: SnapshotHolder | undefined;
  /** Present if the tools work on another machine. */
  readonly remote?: RemoteSession | undefined;
  /** Returns the URL schemes in addition to the session's own. */
  readonly schemes: () => readonly UrlScheme[];
  /** Puts secrets that were hidden from the model back into the arguments of a call. */
  readonly restoreSecrets?: ((args: unknown, request: PermissionRequest) => void) | undefined;
  /** Called with each answer before it is recorded. */
  readonly onAnswer: (message: AssistantMessage) => void;
  readonly onListenerError: (error: unknown) => void;
}

/** Connects hooks, the permission policy and the log to the agent's runs. */
export function agentPorts(parts: AgentPortParts): AgentOptions {
  const { log, hooks, recorder, tools } = parts;
  const { finishTurn, onPayload, onResponse } = hooks;
  return {
    sessionId: log.getSessionId(),
    now: () => log.now(),
    convertToLlm,
    onListenerError: parts.onListenerError,
    beforeToolCall: (context, signal) => permitCall(parts, context, signal),
    afterToolCall: (context, signal) => finishCall(parts, context, signal),
    transformContext: async (messages, signal) => (await hooks.onContext?.(messages, signal)) ?? messages,
    ...(finishTurn && { finishTurn: finishTurn.bind(hooks) }),
    ...(onPayload && { onPayload }),
    ...(onResponse && { onResponse }),
    onToolIntent: (intent) => {
      recorder.recordArguments(intent);
      // A tool that is safe to repeat needs no record of its start.
      if (tools.get(intent.toolCall.name)?.tool.replay !== "safe") return recorder.recordIntent(intent);
    },
    recordEvent: (event) => {
      if (event.type === "message_end" && event.message.role === "assistant") parts.onAnswer(event.message);
      if (event.type !== "message_end" || !hooks.onMessageEnd) return recorder.record(event);
      return replaceMessage(event.message, hooks.onMessageEnd(event.message)).then((isReplaced) =>
        recorder.record(event, { isReplaced }),
      );
    },
  };
}

/** Applies the hooks to a result and resizes its images to the limits of the model, whatever produced them. */
async function finishCall(
  { hooks, fitImages, snapshots, runningCalls, log }: AgentPortParts,
  context: AfterToolCallContext,
  signal: AbortSignal | undefined,
): Promise<AfterToolCallResult | undefined> {
  runningCalls.end(context.toolCall.id);
  try {
    const changed = await hooks.afterToolCall?.(context, signal);
    const content = changed?.content ?? context.result.content;
    const fitted = fitImages ? await fitImages(content) : content;
    return fitted === content ? changed : { ...changed, content: fitted };
  } finally {
    // A tool that was aborted may still be writing.
    if (signal?.aborted) setTimeout(() => forgetJudged(callKey(log, context)), ABORTED_MS).unref();
    else forgetJudged(callKey(log, context));
    // Changes that handlers make to files, such as formatting, are part of the call.
    snapshots?.made?.afterCall(context.toolCall.id);
  }
}

const ABORTED_MS = 60_000;

/** Names a call uniquely in this process, which may have several sessions. */
function callKey(log: SessionLog, { toolCall }: Pick<BeforeToolCallContext, "toolCall">): string {
  return `${log.getSessionId()} ${toolCall.id}`;
}

/** Asks the extensions first, then the policy: both must allow the call. */
async function permitCall(
  parts: AgentPortParts,
  context: BeforeToolCallContext,
  signal: AbortSignal | undefined,
): Promise<BeforeToolCallResult | undefined> {
  const { hooks, log, tools, schemes, remote, restoreSecrets, runningCalls } = parts;
  const answer = await hooks.beforeToolCall?.(context, signal);
  if (answer?.block) return answer;
  const { args, toolCall } = context;
  const { name, id } = toolCall;
  const describe = (said = tools.get(name)?.effects) => {
    if (!remote) return describeCall(name, args, log.getCwd(), said, schemes());
    return remote.withMembers(describeCall(name, remote.argumentsOf(args), remote.cwd, said, schemes()), args);
  };
  if (!remote) restoreSecrets?.(args, describe());
  const decide = (effects: PermissionRequest) =>
    permitEffects(parts, context, { ...effects, call: { id, args }, opinion: answer?.permission }, signal);
  const refusal = await decide(describe());
  if (refusal) return { block: true, reason: refusal.reason };
  runningCalls.begin(id, (effects) => decide(describe({ isBattery: false, describe: () => effects })));
  return answer;
}

/** Lets the policy or the user decide about effects of a call, and records the files that it is about to change. */
async function permitEffects(
  { hooks, permission, snapshots, log }: AgentPortParts,
  context: BeforeToolCallContext,
  given: PermissionRequest,
  signal: AbortSignal | undefined,
): Promise<Refusal> {
  const { policy } = permission;
  // The links are followed once: a permitted call opens what the policy has judged.
  const judged = judgePaths(given);
  const request = { ...given, judged };
  const decide = (opinion: PermissionOpinion) => policy.decide({ ...request, opinion }, signal);
  const ask: AskPermission = async (question, asked) =>
    (await hooks.onPermissionRequest?.(context, question, decide)) ?? (await permission.ask(question, asked, signal));
  const refusal = await permit(request, policy, ask, signal);
  if (refusal) return refusal;
  if (request.effect === "read" || request.effect === "write") keepJudged(callKey(log, context), judged);
  await snapshots?.get().beforeCall(context.toolCall.id, request);
  return refusal;
}

/** Replaces a message in place, because the loop and all subscribers hold this object. Resolves to whether it was replaced. */
async function replaceMessage(message: AgentMessage, by: Promise<AgentMessage | undefined>): Promise<boolean> {
  const replacement = await by;
  if (!replacement) return false;
  for (const key of Object.keys(message)) if (!(key in replacement)) Reflect.deleteProperty(message, key);
  Object.assign(message, replacement);
  return true;
}
