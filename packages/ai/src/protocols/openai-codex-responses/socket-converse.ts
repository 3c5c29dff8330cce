import type { Model } from "../../contract/model.ts";
import type { StreamOptions } from "../../contract/options.ts";
import type { ServerSentEvent } from "../../framing/server-sent-events.ts";
import { LONGEST_STREAM, tooLong } from "../../limits.ts";
import type { NodeWebSocket } from "../../transport/connection/node-websocket.ts";
import { silenceError } from "../../transport/network-error.ts";
import { DEFAULT_SILENCE_MS } from "../../transport/send.ts";
import { SilenceWatch } from "../../transport/silence-watch.ts";
import { acceptFrame } from "../decode-body.ts";
import { frameData } from "../frame-data.ts";
import type { Decoder } from "../protocol.ts";

interface Hearing {
  readonly decoder: Decoder<ServerSentEvent>;
  readonly options: StreamOptions;
  readonly model: Model;
  readonly secrets: readonly string[];
  complete(): void;
}

/** Sends one message and listens until the answer is complete. */
export async function converse(socket: NodeWebSocket, message: string, url: string, hearing: Hearing): Promise<void> {
  const { decoder, complete, model, secrets } = hearing;
  const { signal, timeoutMs = DEFAULT_SILENCE_MS, onProviderStreamEvent: tell } = hearing.options;
  const silence = new SilenceWatch(timeoutMs);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let isOver = false;
  let characters = 0;
  const fail = (error: unknown) => {
    isOver = true;
    reject(error);
  };
  const onAbort = () => fail(signal?.reason);
  signal?.addEventListener("abort", onAbort, { once: true });
  silence.signal.addEventListener("abort", () => fail(silenceError(url, silence)), { once: true });
  const accept = (frame: ServerSentEvent) => {
    if (isOver) return;
    acceptFrame(model.provider, decoder, frame, secrets);
    if (!decoder.finished) return;
    complete();
    resolve();
  };
  // The listener is awaited, so later messages and the end of the connection wait for it.
  let told = Promise.resolve();
  const inTurn = (step: () => void | Promise<void>) => {
    told = told.then(step).catch(fail);
  };
  socket.listen({
    text: (data) => {
      silence.received();
      characters += data.length;
      if (characters > LONGEST_STREAM) {
        socket.close();
        fail(tooLong("The answer", LONGEST_STREAM));
        return;
      }
      const frame = { event: "message", data };
      if (tell) {
        inTurn(async () => {
          await tell(frameData(frame), model);
          accept(frame);
        });
        return;
      }
      try {
        accept(frame);
      } catch (error) {
        fail(error);
      }
    },
    closed: (error) => (tell ? inTurn(() => fail(error)) : fail(error)),
  });
  try {
    signal?.throwIfAborted();
    socket.send(message);
    await promise;
  } finally {
    silence.stop();
    signal?.removeEventListener("abort", onAbort);
  }
}
