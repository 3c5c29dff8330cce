import type { SimpleStreamOptions } from "@tau/ai";
import type { AgentLoopHooks } from "../contract/config.ts";
import type { AgentMessage } from "../contract/messages.ts";
import type { AgentState } from "../contract/state.ts";
import type { MessageQueue } from "../loop/message-queue.ts";
import type { RunSetup } from "../loop/run-state.ts";
import { defaultConvertToLlm } from "./convert-to-llm.ts";
import { followState } from "./follow-state.ts";
import type { CurrentAgentSettings } from "./options.ts";

export interface RunSetupSources {
  readonly settings: CurrentAgentSettings;
  readonly state: AgentState;
  readonly steering: MessageQueue;
  readonly followUps: MessageQueue;
  readonly signal: AbortSignal;
  /** Messages that are delivered before the queued ones. */
  readonly injected: AgentMessage[];
  readonly answerSignal: () => AbortSignal;
  /** The prompts of this run came from the steering queue: its first poll must not take a second batch. */
  readonly steeringWasDrained: boolean;
}

/** Builds the setup of one run from the agent's settings and state. */
export function createRunSetup(sources: RunSetupSources): RunSetup {
  const { model, thinkingLevel } = sources.state;
  const { onPayload, onResponse, onProviderStreamEvent, identity, sessionId } = sources.settings;
  const { thinkingBudgets, transport, maxRetryDelayMs } = sources.settings;
  const request = withoutUndefined<SimpleStreamOptions>({
    reasoning: thinkingLevel === "off" ? undefined : thinkingLevel,
    ...{ onPayload, onResponse, onProviderStreamEvent, identity, sessionId },
    ...{ thinkingBudgets, transport, maxRetryDelayMs },
  });
  return { model, hooks: createHooks(sources), request };
}

function createHooks(sources: RunSetupSources): AgentLoopHooks {
  const { settings, state, steering, followUps, signal } = sources;
  let skipPoll = sources.steeringWasDrained;
  const { prepareNextTurn, prepareNextTurnWithContext } = settings;
  return withoutUndefined<AgentLoopHooks>({
    convertToLlm: settings.convertToLlm ?? defaultConvertToLlm,
    transformContext: settings.transformContext,
    getApiKey: settings.getApiKey,
    getSteeringMessages: async () => {
      const drained = skipPoll ? [] : steering.drain();
      skipPoll = false;
      return [...sources.injected.splice(0), ...drained];
    },
    answerSignal: sources.answerSignal,
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
  });
}

function withoutUndefined<T extends object>(fields: { [K in keyof T]?: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
