import type { AgentLoopConfig } from "../contract/config.ts";
import type { AgentState } from "../contract/state.ts";
import type { MessageQueue } from "../loop/message-queue.ts";
import { defaultConvertToLlm } from "./convert-to-llm.ts";
import { followState } from "./follow-state.ts";
import type { CurrentAgentSettings } from "./options.ts";

export interface LoopConfigSources {
  readonly settings: CurrentAgentSettings;
  readonly state: AgentState;
  readonly steering: MessageQueue;
  readonly followUps: MessageQueue;
  readonly signal: AbortSignal;
  /** The prompts of this run came from the steering queue: its first poll must not take a second batch. */
  readonly steeringWasDrained: boolean;
}

/** What an agent's settings mean for one run. */
export function createLoopConfig(sources: LoopConfigSources): AgentLoopConfig {
  const { settings, state, steering, followUps, signal } = sources;
  let skipPoll = sources.steeringWasDrained;
  const { prepareNextTurn, prepareNextTurnWithContext } = settings;
  return withoutUndefined<AgentLoopConfig>({
    model: state.model,
    reasoning: state.thinkingLevel === "off" ? undefined : state.thinkingLevel,
    convertToLlm: settings.convertToLlm ?? defaultConvertToLlm,
    transformContext: settings.transformContext,
    getApiKey: settings.getApiKey,
    getSteeringMessages: async () => {
      const drained = skipPoll ? [] : steering.drain();
      skipPoll = false;
      return drained;
    },
    getFollowUpMessages: async () => followUps.drain(),
    toolExecution: settings.toolExecution,
    skipRemainingToolCalls: () => settings.interruptMode === "immediate" && steering.length > 0,
    beforeToolCall: settings.beforeToolCall,
    onToolIntent: settings.onToolIntent,
    afterToolCall: settings.afterToolCall,
    finishTurn: settings.finishTurn,
    prepareRequest: followState(state, settings.prepareRequest),
    prepareNextTurn: prepareNextTurnWithContext
      ? (turn) => prepareNextTurnWithContext(turn, signal)
      : prepareNextTurn && (() => prepareNextTurn(signal)),
    abortGraceMs: settings.abortGraceMs,
    now: settings.now,
    onPayload: settings.onPayload,
    onResponse: settings.onResponse,
    onProviderStreamEvent: settings.onProviderStreamEvent,
    identity: settings.identity,
    sessionId: settings.sessionId,
    thinkingBudgets: settings.thinkingBudgets,
    transport: settings.transport,
    maxRetryDelayMs: settings.maxRetryDelayMs,
  });
}

function withoutUndefined<T extends object>(fields: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
