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

/** A wire format as four values: what to send where, how the bytes are cut, how frames become blocks. */
export interface Protocol<TApi extends Api, TOptions extends StreamOptions, TFrame> {
  request(model: Model<TApi>, context: Context, options: TOptions): HttpRequest | Promise<HttpRequest>;
  framing(): Framing<TFrame>;
  decoder(assembler: MessageAssembler, target: DecodeTarget<TApi, TOptions>): Decoder<TFrame>;
  /** The portable options in this protocol's terms. */
  fromSimple(model: Model<TApi>, context: Context, options: SimpleStreamOptions): TOptions;
  /** Whether a failure means that the vendor does not take its own earlier thinking back; it is then asked without it. */
  isThinkingRefusal?(error: unknown): boolean;
}

export interface DecodeTarget<TApi extends Api = Api, TOptions extends StreamOptions = StreamOptions> {
  readonly model: Model<TApi>;
  readonly context: Context;
  readonly options: TOptions;
  readonly secrets: readonly string[];
}

export interface Decoder<TFrame> {
  /** True once the protocol's last word was heard, even if the server keeps the connection open. */
  readonly finished: boolean;
  accept(frame: TFrame): void;
  /** The body has ended: finish the answer, or throw if its end is missing. */
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

/** One request and its answer, into an assembler. */
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
