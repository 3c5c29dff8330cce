import type { Context } from "../contract/context.ts";
import type { Api, Model } from "../contract/model.ts";
import type { SimpleStreamOptions, StreamFunction, StreamOptions } from "../contract/options.ts";
import type { Framing } from "../framing/framing.ts";
import { assemble } from "../stream/assemble.ts";
import type { MessageAssembler } from "../stream/message-assembler.ts";
import { type HttpAnswer, type HttpRequest, send } from "../transport/send.ts";
import { decodeBody } from "./decode-body.ts";
import { withEnvironmentDefaults } from "./default-options.ts";
import { holdsThinking, withoutThinking } from "./thinking-refusal.ts";

/** A wire format: the request, the framing of the bytes, the decoding of frames into blocks, and the portable options. */
export interface Protocol<TApi extends Api, TOptions extends StreamOptions, TFrame> {
  request(model: Model<TApi>, context: Context, options: TOptions): HttpRequest | Promise<HttpRequest>;
  framing(): Framing<TFrame>;
  decoder(assembler: MessageAssembler, target: DecodeTarget<TApi, TOptions>): Decoder<TFrame>;
  /** Converts the portable options to this protocol's own. */
  fromSimple(model: Model<TApi>, context: Context, options: SimpleStreamOptions): TOptions;
  /** Returns whether the vendor refused its own earlier thinking; the request is then repeated without it. */
  isThinkingRefusal?(error: unknown): boolean;
}

export interface DecodeTarget<TApi extends Api = Api, TOptions extends StreamOptions = StreamOptions> {
  readonly model: Model<TApi>;
  readonly context: Context;
  readonly options: TOptions;
  readonly secrets: readonly string[];
}

export interface Decoder<TFrame> {
  /** True after the last event of the protocol, even if the server keeps the connection open. */
  readonly finished: boolean;
  accept(frame: TFrame): void;
  /** Called at the end of the body: finishes the answer, or throws if its end is missing. */
  end(): void;
}

export interface ProtocolStreams<TApi extends Api, TOptions extends StreamOptions> {
  stream: StreamFunction<TApi, TOptions>;
  streamSimple: StreamFunction<TApi, SimpleStreamOptions>;
}

export function createProtocolStreams<TApi extends Api, TOptions extends StreamOptions, TFrame>(
  protocol: Protocol<TApi, TOptions, TFrame>,
): ProtocolStreams<TApi, TOptions> {
  const stream: StreamFunction<TApi, TOptions> = (model, context, options) =>
    assemble(model, options?.signal, (assembler) =>
      exchange(protocol, assembler, model, context, withEnvironmentDefaults(options ?? ({} as TOptions))),
    );
  return {
    stream,
    streamSimple: (model, context, options = {}) =>
      stream(model, context, protocol.fromSimple(model, context, options)),
  };
}

/** Sends one request and decodes its answer into the assembler. */
export async function exchange<TApi extends Api, TOptions extends StreamOptions, TFrame>(
  protocol: Protocol<TApi, TOptions, TFrame>,
  assembler: MessageAssembler,
  model: Model<TApi>,
  context: Context,
  options: TOptions,
): Promise<void> {
  const ask = async (asked: Context): Promise<HttpAnswer> =>
    await send(model, await protocol.request(model, asked, options), options);
  const answer = await ask(context).catch((error: unknown) => {
    if (!protocol.isThinkingRefusal?.(error) || !holdsThinking(context)) throw error;
    return ask(withoutThinking(context));
  });
  const target = { model, context, options, secrets: answer.secrets };
  await decodeBody(answer, protocol.framing(), protocol.decoder(assembler, target), target);
}
