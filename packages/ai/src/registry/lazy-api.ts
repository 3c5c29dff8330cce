import { AiError } from "../ai-error.ts";
import type { AssistantMessageEvent } from "../contract/events.ts";
import type { AssistantMessage } from "../contract/messages.ts";
import type { Model } from "../contract/model.ts";
import type { ProviderStreams } from "../contract/options.ts";
import { AssistantMessageEventStream } from "../stream/assistant-message-event-stream.ts";
import { describeFailure } from "../stream/describe-failure.ts";
import { createPendingMessage } from "../stream/message-assembler.ts";

/**
 * A protocol whose module is loaded at its first use. Concurrent first calls share one load; a failed load ends its
 * streams with `error` and the next call tries again.
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

/** What a protocol can do beyond streaming, which must be known before it is loaded. */
export interface LazyApiCapabilities {
  fetchDeferred?: boolean;
  cancelDeferred?: boolean;
}

/** Looks on while a stream is passed through. */
export interface LazyStreamObserver {
  onEvent?(event: AssistantMessageEvent): void;
  onResult?(result: AssistantMessage | undefined): void;
}

/** A stream that is there at once, while what feeds it is still being set up. */
export function lazyStream(
  model: Model,
  setup: () => Promise<AsyncIterable<AssistantMessageEvent>>,
  observer: LazyStreamObserver = {},
): AssistantMessageEventStream {
  const outer = new AssistantMessageEventStream();
  const pass = (event: AssistantMessageEvent) => {
    observer.onEvent?.(event);
    outer.push(event);
    if (event.type === "done") observer.onResult?.(event.message);
    else if (event.type === "error") observer.onResult?.(event.error);
  };
  const forward = async () => {
    for await (const event of await setup()) pass(event);
  };
  forward().catch((thrown: unknown) => {
    const { message, error } = describeFailure(thrown);
    pass({
      type: "error",
      reason: "error",
      error: { ...createPendingMessage(model), stopReason: "error", errorMessage: message, error },
    });
  });
  return outer;
}
