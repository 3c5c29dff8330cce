import type { Context } from "../../contract/context.ts";
import type { DeferredHandle } from "../../contract/deferred.ts";
import type { JsonObject } from "../../contract/json.ts";
import type { Api, Model, ThinkingLevel } from "../../contract/model.ts";
import type {
  ProviderRequestOptions,
  ProviderStreams,
  SimpleStreamOptions,
  StreamFunction,
} from "../../contract/options.ts";
import type { Tool } from "../../contract/tool.ts";
import type { ServerSentEvent } from "../../framing/server-sent-events.ts";
import { assemble } from "../../stream/assemble.ts";
import type { MessageAssembler } from "../../stream/message-assembler.ts";
import { readJsonAnswer } from "../../transport/body/read-json-answer.ts";
import { type HttpRequest, send } from "../../transport/send.ts";
import { sleep } from "../../transport/sleep.ts";
import { withEnvironmentDefaults } from "../default-options.ts";
import { createProtocolStreams, type Protocol, type ProtocolStreams } from "../protocol.ts";
import { supportsBackground } from "./compat.ts";
import { ResponseEventDecoder } from "./decode.ts";
import { grammarInputs } from "./grammar-tool.ts";
import type { OpenAIResponsesOptions } from "./request.ts";
import type { OutputItem, WireResponse } from "./wire.ts";

/** A response as one object, in any state. */
type StoredResponse = WireResponse & { output?: OutputItem[] };

type Deferring = Required<Pick<ProviderStreams, "fetchDeferred" | "cancelDeferred">>;

/** The parts of the request that reading its answer needs, stored in the handle. */
interface Kept {
  tools?: Tool[];
  reasoningEffort?: ThinkingLevel;
}

const POLL_MS = 2_000;
const UNDER_WAY: ReadonlySet<string> = new Set(["queued", "in_progress"]);

/**
 * Creates the streams of a variant of the API, with its background mode: the vendor stores the response and continues it, and it is fetched
 * by its id. `stored` returns the request for a stored response by its path below `/responses`.
 */
export function createResponsesStreams<TApi extends Api, TOptions extends OpenAIResponsesOptions>(
  protocol: Protocol<TApi, TOptions, ServerSentEvent>,
  stored: (model: Model, path: string, options: ProviderRequestOptions) => HttpRequest,
): ProtocolStreams<TApi, TOptions> & Deferring {
  const { stream } = createProtocolStreams(protocol);
  const streamSimple: StreamFunction<TApi, SimpleStreamOptions> = (model, context, { deferred, ...simple } = {}) => {
    const options = protocol.fromSimple(model, context, simple);
    if (!deferred || !supportsBackground(model)) return stream(model, context, options);
    return assemble(model, options.signal, (assembler) =>
      begin(protocol, assembler, model, context, withEnvironmentDefaults(options)),
    );
  };
  const fetchDeferred: Deferring["fetchDeferred"] = (model, handle, options = {}) =>
    assemble(model, options.signal, async (assembler) => {
      const path = encodeURIComponent(handle.id);
      const until = performance.now() + (options.wait ?? 0);
      for (;;) {
        const answer = await send(model, asJson(stored(model, path, options)), options);
        const response = await readJsonAnswer<StoredResponse>(answer, model.provider);
        const pause = Math.min(handle.pollAfterMs ?? POLL_MS, until - performance.now());
        if (!UNDER_WAY.has(response.status ?? ""))
          return play(assembler, model, keptIn(handle), response, answer.secrets);
        if (pause <= 0) return assembler.defer(handle);
        await sleep(pause, options.signal);
      }
    });
  const cancelDeferred: Deferring["cancelDeferred"] = async (model, handle, options = {}) => {
    const request = stored(model, `${encodeURIComponent(handle.id)}/cancel`, options);
    await readJsonAnswer(await send(model, { ...asJson(request), body: {} }, options), model.provider);
  };
  return { stream, streamSimple, fetchDeferred, cancelDeferred };
}

async function begin<TApi extends Api, TOptions extends OpenAIResponsesOptions>(
  protocol: Protocol<TApi, TOptions, ServerSentEvent>,
  assembler: MessageAssembler,
  model: Model<TApi>,
  context: Context,
  options: TOptions,
): Promise<void> {
  const request = await protocol.request(model, context, options);
  const { stream: _stream, ...body } = request.body as Record<string, unknown>;
  const answer = await send(model, { ...asJson(request), body: { ...body, background: true, store: true } }, options);
  const response = await readJsonAnswer<StoredResponse>(answer, model.provider);
  assembler.reportResponse(response);
  const kept = keep(model, context, options);
  if (!UNDER_WAY.has(response.status ?? "") || !response.id) {
    return play(assembler, model, kept, response, answer.secrets);
  }
  const { provider, id: modelId, api } = model;
  assembler.defer({ provider, modelId, api, id: response.id, pollAfterMs: POLL_MS, data: kept as JsonObject });
}

function keep(model: Model, context: Context, { reasoningEffort }: OpenAIResponsesOptions): Kept {
  const grammars = grammarInputs(model, context);
  const tools = context.tools?.filter(({ name }) => grammars.has(name)) ?? [];
  return { ...(tools.length > 0 && { tools }), ...(reasoningEffort && { reasoningEffort }) };
}

function keptIn({ data }: DeferredHandle): Kept {
  return typeof data === "object" && data !== null ? (data as Kept) : {};
}

/** Decodes a complete response as if it had been streamed: one event per item, then its last event. */
function play(
  assembler: MessageAssembler,
  model: Model,
  { tools = [], reasoningEffort }: Kept,
  response: StoredResponse,
  secrets: readonly string[],
): void {
  const options: OpenAIResponsesOptions = { ...(reasoningEffort && { reasoningEffort }) };
  const decoder = new ResponseEventDecoder(assembler, { model, context: { messages: [], tools }, options, secrets });
  const isFailure = response.status === "failed" || response.status === "cancelled";
  if (!isFailure) {
    for (const [index, item] of (response.output ?? []).entries()) {
      decoder.acceptEvent({ type: "response.output_item.done", output_index: index, item });
    }
  }
  decoder.acceptEvent({ type: isFailure ? "response.failed" : "response.completed", response });
}

function asJson(request: HttpRequest): HttpRequest {
  return { ...request, headers: { ...request.headers, accept: "application/json" } };
}
