import { RequestError } from "../ai-error.ts";
import { networkError, silenceError } from "../transport/network-error.ts";
import { SilenceWatch } from "../transport/silence-watch.ts";

export interface WebSocketExchange {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent once the connection is open. */
  readonly message: string;
  readonly timeoutMs: number;
  /** For opening the connection alone. */
  readonly connectTimeoutMs: number;
  readonly signal: AbortSignal | undefined;
  /** Returns true when the answer is complete. */
  accept(text: string): boolean;
}

/** Sends one message and reads text messages until the answer is complete; rejects if the connection ends before. */
export async function exchangeOverWebSocket(exchange: WebSocketExchange): Promise<void> {
  exchange.signal?.throwIfAborted();
  // Runtimes with headers for sockets take them here; the standard constructor has no place for them.
  const socket = new WebSocket(exchange.url, { headers: exchange.headers } as unknown as string[]);
  const silence = new SilenceWatch(exchange.timeoutMs);
  const opening = new SilenceWatch(exchange.connectTimeoutMs);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.onopen = () => {
    opening.stop();
    silence.heard();
    socket.send(exchange.message);
  };
  socket.onmessage = ({ data }) => {
    silence.heard();
    try {
      if (exchange.accept(String(data))) resolve();
    } catch (error) {
      reject(error);
    }
  };
  socket.onerror = (event) => reject(networkError(exchange.url, (event as ErrorEvent).error ?? event.type));
  socket.onclose = ({ code, reason }) => reject(closedError(exchange.url, code, reason));
  const onAbort = () => reject(exchange.signal?.reason);
  const onSilence = () => reject(silenceError(exchange.url, exchange.timeoutMs));
  exchange.signal?.addEventListener("abort", onAbort, { once: true });
  silence.signal.addEventListener("abort", onSilence, { once: true });
  opening.signal.addEventListener("abort", () => reject(connectError(exchange)), { once: true });
  try {
    await promise;
  } finally {
    silence.stop();
    opening.stop();
    exchange.signal?.removeEventListener("abort", onAbort);
    socket.close();
  }
}

function connectError({ url, connectTimeoutMs }: WebSocketExchange): RequestError {
  return new RequestError(
    `The connection to ${new URL(url).host} did not open within ${connectTimeoutMs / 1000} s. Try again, or set the transport to sse.`,
    { code: "network" },
  );
}

function closedError(url: string, code: number, reason: string): RequestError {
  const why = reason ? `${code}: ${reason}` : String(code);
  return new RequestError(`The connection to ${new URL(url).host} closed before the answer was complete (${why}).`, {
    code: "network",
  });
}
