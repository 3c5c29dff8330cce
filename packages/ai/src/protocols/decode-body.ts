import { RequestError } from "../ai-error.ts";
import type { Framing } from "../framing/framing.ts";
import type { ServerSentEvent } from "../framing/server-sent-events.ts";
import { pageInsteadOfStream, unexpectedBody, unexpectedEvent } from "../transport/body/unexpected-body.ts";
import { maskSecrets } from "../transport/mask-secrets.ts";
import type { HttpAnswer } from "../transport/send.ts";
import { frameData } from "./frame-data.ts";
import type { Decoder, DecodeTarget } from "./protocol.ts";

const KEPT_HEAD = 8_000;

/** Passes a body through framing and decoder. If the body has no frame, the error shows the body itself. */
export async function decodeBody<TFrame>(
  answer: HttpAnswer,
  framing: Framing<TFrame>,
  decoder: Decoder<TFrame>,
  { model, options: { signal, onProviderStreamEvent: tell } }: Pick<DecodeTarget, "model" | "options">,
): Promise<void> {
  let head: string | undefined = "";
  let isProgress = true;
  const text = new TextDecoder();
  const accept = (frames: Iterable<TFrame>) => {
    for (const frame of frames) {
      head = undefined;
      isProgress ||= !isPing(frame);
      acceptFrame(model.provider, decoder, frame, answer.secrets);
    }
  };
  /** Used only with a listener: a chunk may contain hundreds of frames, and each would cost an await. */
  const tellAndAccept = async (frames: Iterable<TFrame>) => {
    for (const frame of frames) {
      await tell?.(frameData(frame), model);
      accept([frame]);
    }
  };
  for await (const bytes of answer.body) {
    signal?.throwIfAborted();
    if (isProgress) answer.progressed?.();
    isProgress = false;
    if (head !== undefined && head.length < KEPT_HEAD) {
      head += text.decode(bytes, { stream: true });
      if (/^\s*</.test(head)) throw pageInsteadOfStream(model.provider, head, answer.secrets);
    }
    if (tell) await tellAndAccept(framing.push(bytes));
    else accept(framing.push(bytes));
    if (decoder.finished) return;
  }
  signal?.throwIfAborted();
  await tellAndAccept(framing.end());
  if (head !== undefined) throw unexpectedBody(model.provider, head, answer.secrets);
  try {
    decoder.end();
  } catch (error) {
    throw masked(error, answer.secrets);
  }
}

/** Returns whether an event only keeps the connection alive. Comments, which most servers use for that, are not frames. */
function isPing(frame: unknown): boolean {
  const { event } = frame as Partial<ServerSentEvent>;
  return event === "ping" || event === "keepalive";
}

/** Decodes a frame. A TypeError means that the frame does not belong to the protocol. */
export function acceptFrame<TFrame>(
  provider: string,
  decoder: Decoder<TFrame>,
  frame: TFrame,
  secrets: readonly string[],
): void {
  try {
    decoder.accept(frame);
  } catch (error) {
    throw error instanceof TypeError
      ? unexpectedEvent(provider, frameData(frame), secrets, error)
      : masked(error, secrets);
  }
}

/** Masks keys in the server's text that a decoder has put into its error. */
function masked(error: unknown, secrets: readonly string[]): unknown {
  if (!(error instanceof RequestError)) return error;
  const { details, message, cause } = error;
  const body = details.body === undefined ? {} : { body: maskSecrets(details.body, secrets) };
  return new RequestError(maskSecrets(message, secrets), { ...details, ...body, cause });
}
