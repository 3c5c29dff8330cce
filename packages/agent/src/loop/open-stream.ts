import type { AssistantMessageEventStream, Context, SimpleStreamOptions } from "@tau/ai";
import { applyUpdate, type RunState } from "./run-state.ts";

/** Everything between the run's messages and the request: prepareRequest, transformContext, convertToLlm, getApiKey, streamFn. */
export async function openStream(run: RunState): Promise<AssistantMessageEventStream> {
  await prepareRequest(run);
  const { context, hooks, signal } = run;
  const shown = hooks.transformContext ? await hooks.transformContext(context.messages, signal) : context.messages;
  const { messages, systemPrompt, tools } = Array.isArray(shown) ? { ...context, messages: shown } : shown;
  const converted = await hooks.convertToLlm(messages);
  // The run's own list grows while the answer streams; a request must not.
  const request: Context = { messages: converted === context.messages ? [...converted] : converted };
  if (systemPrompt) request.systemPrompt = systemPrompt;
  if (tools) request.tools = tools;
  return await run.streamFn(run.model, request, await streamOptions(run));
}

async function prepareRequest(run: RunState): Promise<void> {
  const { context, model, hooks, request, signal } = run;
  const update = await hooks.prepareRequest?.({ context, model, thinkingLevel: request.reasoning ?? "off" }, signal);
  if (update) applyUpdate(run, update);
}

async function streamOptions({ model, hooks, request, signal }: RunState): Promise<SimpleStreamOptions> {
  const apiKey = await hooks.getApiKey?.(model.provider);
  return { ...request, ...(apiKey !== undefined && { apiKey }), ...(signal && { signal }) };
}
