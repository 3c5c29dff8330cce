import type { AssistantMessageEventStream, Context, SimpleStreamOptions } from "@tau/ai";
import type { AgentLoopConfig } from "../contract/config.ts";
import { applyUpdate, type RunState } from "./run-state.ts";

/** Everything between the run's messages and the request: prepareRequest, transformContext, convertToLlm, getApiKey, streamFn. */
export async function openStream(run: RunState): Promise<AssistantMessageEventStream> {
  await prepareRequest(run);
  const { context, config, signal } = run;
  const shown = config.transformContext ? await config.transformContext(context.messages, signal) : context.messages;
  const { messages, systemPrompt, tools } = Array.isArray(shown) ? { ...context, messages: shown } : shown;
  const converted = await config.convertToLlm(messages);
  // The run's own list grows while the answer streams; a request must not.
  const request: Context = { messages: converted === context.messages ? [...converted] : converted };
  if (systemPrompt) request.systemPrompt = systemPrompt;
  if (tools) request.tools = tools;
  return await run.streamFn(config.model, request, await streamOptions(config, signal));
}

async function prepareRequest(run: RunState): Promise<void> {
  const { context, config, signal } = run;
  const update = await config.prepareRequest?.(
    { context, model: config.model, thinkingLevel: config.reasoning ?? "off" },
    signal,
  );
  if (update) applyUpdate(run, update);
}

/** The request's own options: the loop's hooks stay behind. */
async function streamOptions(config: AgentLoopConfig, signal: AbortSignal | undefined): Promise<SimpleStreamOptions> {
  const {
    model,
    convertToLlm: _convertToLlm,
    transformContext: _transformContext,
    getApiKey,
    getSteeringMessages: _getSteeringMessages,
    getFollowUpMessages: _getFollowUpMessages,
    toolExecution: _toolExecution,
    skipRemainingToolCalls: _skipRemainingToolCalls,
    beforeToolCall: _beforeToolCall,
    afterToolCall: _afterToolCall,
    onToolIntent: _onToolIntent,
    finishTurn: _finishTurn,
    prepareRequest: _prepareRequest,
    prepareNextTurn: _prepareNextTurn,
    abortGraceMs: _abortGraceMs,
    now: _now,
    ...options
  } = config;
  const apiKey = await getApiKey?.(model.provider);
  if (apiKey !== undefined) options.apiKey = apiKey;
  if (signal) options.signal = signal;
  return options;
}
