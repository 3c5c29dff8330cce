import type {
  AssistantMessage,
  AssistantMessageEvent,
  AssistantMessageEventStream,
  Context,
  SimpleStreamOptions,
} from "@tau/ai";
import { DistinctCallIds } from "./distinct-call-ids.ts";
import { failedAnswer } from "./failed-answer.ts";
import { applyUpdate, type RunState, withinGrace } from "./run-state.ts";
import { abortedError, unlessAborted } from "./unless-aborted.ts";

/**
 * Sends one request to the model. The answer is in the context from its first event on, and its last event is always `message_end`: a
 * failure or abort becomes an answer with `stopReason` `error` or `aborted`.
 */
export async function streamAnswer(run: RunState): Promise<AssistantMessage> {
  const answer = new Answer(run);
  const signal = run.hooks.answerSignal?.() ?? run.signal;
  run.answerSignal = signal;
  try {
    if (signal?.aborted) throw abortedError(signal);
    const stream = await unlessAborted(openStream(run, signal), signal);
    return await answer.end(await withinGrace({ ...run, signal }, answer.follow(stream)));
  } catch (error) {
    if (answer.ended) throw error;
    const aborted = signal?.aborted ?? false;
    return await answer.end(failedAnswer(run.model, { error, aborted, partial: answer.partial }, run.hooks.now));
  }
}

/** One assistant message at its place in the context, from its first event to its last. */
class Answer {
  partial: AssistantMessage | undefined;
  ended = false;
  private index = -1;
  private readonly run: RunState;
  private readonly ids: DistinctCallIds;

  constructor(run: RunState) {
    this.run = run;
    this.ids = new DistinctCallIds(run.context.messages);
  }

  /** Reads the stream to its end and returns the final message. */
  async follow(stream: AssistantMessageEventStream): Promise<AssistantMessage> {
    for await (const event of stream) {
      // The loop may have continued without a stream that did not stop after an abort.
      if (this.ended) break;
      if (event.type === "done") return event.message;
      if (event.type === "error") return event.error;
      const delivery = event.type === "start" ? this.show(event.partial) : this.update(event);
      if (delivery !== undefined) await delivery;
    }
    const result = await Promise.race([stream.result(), undefined]);
    if (!result) throw new Error("The stream of the answer stopped without saying how it ended.");
    return result;
  }

  async end(message: AssistantMessage): Promise<AssistantMessage> {
    this.ended = true;
    const reason: unknown = this.run.answerSignal?.reason;
    if (message.stopReason === "aborted" && typeof reason === "string") message.errorMessage = reason;
    this.ids.end(message);
    await this.show(message);
    this.run.newMessages.push(message);
    await this.run.emit({ type: "message_end", message });
    return message;
  }

  private update(
    event: Exclude<AssistantMessageEvent, { type: "start" | "done" | "error" }>,
  ): undefined | Promise<void> {
    if (event.type === "toolcall_start") this.ids.begin(event.partial, event.contentIndex);
    const shown = this.show(event.partial);
    const deliver = () =>
      this.run.emit({ type: "message_update", message: event.partial, assistantMessageEvent: event });
    return shown === undefined ? deliver() : shown.then(deliver);
  }

  private show(message: AssistantMessage): undefined | Promise<void> {
    this.partial = message;
    this.ids.keep(message);
    const { messages } = this.run.context;
    if (this.index >= 0) {
      messages[this.index] = message;
      return undefined;
    }
    this.index = messages.push(message) - 1;
    return this.run.emit({ type: "message_start", message });
  }
}

/** Runs all steps from the run's messages to the request: prepareRequest, transformContext, convertToLlm, getApiKey, streamFn. */
async function openStream(run: RunState, signal: AbortSignal | undefined): Promise<AssistantMessageEventStream> {
  await prepareRequest(run);
  const { context, hooks } = run;
  const shown = hooks.transformContext ? await hooks.transformContext(context.messages, signal) : context.messages;
  const { messages, systemPrompt, tools } = Array.isArray(shown) ? { ...context, messages: shown } : shown;
  const converted = await hooks.convertToLlm(messages);
  // The run's own list grows while the answer streams; the request needs a copy.
  const request: Context = { messages: converted === context.messages ? [...converted] : converted };
  if (systemPrompt) request.systemPrompt = systemPrompt;
  if (tools) request.tools = tools;
  return await run.streamFn(run.model, request, await streamOptions(run, signal));
}

async function prepareRequest(run: RunState): Promise<void> {
  const { context, model, hooks, request, signal } = run;
  const update = await hooks.prepareRequest?.({ context, model, thinkingLevel: request.reasoning ?? "off" }, signal);
  if (update) applyUpdate(run, update);
}

async function streamOptions(
  { model, hooks, request }: RunState,
  signal: AbortSignal | undefined,
): Promise<SimpleStreamOptions> {
  const apiKey = await hooks.getApiKey?.(model.provider);
  return { ...request, ...(apiKey !== undefined && { apiKey }), ...(signal && { signal }) };
}
