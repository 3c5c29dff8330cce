import { AiError } from "../ai-error.ts";
import type { AssistantMessageEvent } from "../contract/events.ts";
import type { AssistantMessage } from "../contract/messages.ts";
import type { Model } from "../contract/model.ts";
import type { ProviderStreams } from "../contract/options.ts";
import { AssistantMessageEventStream } from "../stream/assistant-message-event-stream.ts";
import { describeFailure } from "../stream/describe-failure.ts";
import { createPendingMessage } from "../stream/message-assembler.ts";

/**
 * Creates a protocol whose module is loaded at its first use. Concurrent first calls share one load. After a failed load the streams end
 * with `error`, and the next call tries again.
 */
export function lazyApi(load: () => Promise<ProviderStreams>, capabilities: LazyApiCapabilities = {}): ProviderStreams {
  let loaded: ProviderStreams | undefined;
  let loading: Promise<ProviderStreams> | undefined;
  const whenLoaded = (): Promise<ProviderStreams> => {
    loading ??= load().then(
      (module) => {
        loaded = module;
        return module;
      },
      (error) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  return {
    stream: (model, context, options) =>
      loaded
        ? loaded.stream(model, context, options)
        : lazyStream(model, async () => (await whenLoaded()).stream(model, context, options)),
    streamSimple: (model, context, options) =>
      loaded
        ? loaded.streamSimple(model, context, options)
        : lazyStream(model, async () => (await whenLoaded()).streamSimple(model, context, options)),
    ...(capabilities.fetchDeferred && {
      fetchDeferred: (model, handle, options) =>
        lazyStream(model, async () => {
          const { fetchDeferred } = await whenLoaded();
          if (!fetchDeferred) throw new AiError(`${model.api} defers no answers.`, { code: "unknown-api" });
          return fetchDeferred(model, handle, options);
        }),
    }),
    ...(capabilities.cancelDeferred && {
      cancelDeferred: async (model, handle, options) => {
        await (await whenLoaded()).cancelDeferred?.(model, handle, options);
      },
    }),
  };
}

/** What a protocol can do besides streaming; must be known before it is loaded. */
export interface LazyApiCapabilities {
  fetchDeferred?: boolean;
  cancelDeferred?: boolean;
}

/** Observes a stream that is passed through. */
export interface LazyStreamObserver {
  onEvent?(event: AssistantMessageEvent): void;
  onResult?(result: AssistantMessage | undefined): void;
}

/**
 * Returns a stream at once, while its source is still being set up. The stream ends exactly once: a failure keeps the partial answer, and a
 * source that stops without a final event counts as failed.
 */
export function lazyStream(
  model: Model,
  setup: () => Promise<AsyncIterable<AssistantMessageEvent>>,
  observer: LazyStreamObserver = {},
  signal?: AbortSignal,
): AssistantMessageEventStream {
  const outer = new AssistantMessageEventStream();
  let arrived: AssistantMessage | undefined;
  let hasEnded = false;
  const pass = (event: AssistantMessageEvent) => {
    hasEnded ||= isLast(event);
    if ("partial" in event) arrived = event.partial;
    observer.onEvent?.(event);
    outer.push(event);
    if (event.type === "done") observer.onResult?.(event.message);
    else if (event.type === "error") observer.onResult?.(event.error);
  };
  const forward = async () => {
    const source = await setup();
    if (isPlainStream(source)) await source.forward(pass);
    else
      for await (const event of source) {
        pass(event);
        if (isLast(event)) break;
      }
    if (!hasEnded) pass(lastEvent(await resultOf(source)));
  };
  forward().catch((thrown: unknown) => {
    const { message: errorMessage, error } = describeFailure(thrown, signal);
    const reason = error.code === "aborted" ? "aborted" : "error";
    const failed = { ...(arrived ?? createPendingMessage(model)), stopReason: reason, errorMessage, error } as const;
    pass({ type: "error", reason, error: failed });
  });
  return outer;
}

function isLast({ type }: AssistantMessageEvent): boolean {
  return type === "done" || type === "error";
}

/** Whether nothing would be left out if the stream is not iterated: its iterator has not been replaced. */
function isPlainStream(source: AsyncIterable<AssistantMessageEvent>): source is AssistantMessageEventStream {
  return (
    source instanceof AssistantMessageEventStream &&
    source[Symbol.asyncIterator] === AssistantMessageEventStream.prototype[Symbol.asyncIterator]
  );
}

/** Returns the result of a stream that was ended without a final event. */
async function resultOf(source: object): Promise<AssistantMessage | undefined> {
  const { result } = source as Partial<AssistantMessageEventStream>;
  return typeof result === "function" ? await Promise.race([result.call(source), undefined]) : undefined;
}

function lastEvent(message: AssistantMessage | undefined): AssistantMessageEvent {
  const reason = message?.stopReason ?? "pending";
  if (!message || reason === "pending") {
    throw new AiError("The provider's stream stopped without saying how the answer ended.", { code: "server" });
  }
  if (reason === "error" || reason === "aborted") return { type: "error", reason, error: message };
  return { type: "done", reason, message };
}
