import { LONGEST_JSON } from "../limits.ts";
import { parseJsonObject } from "../parse-json-object.ts";
import { readText } from "./body/read-text.ts";
import { callHttp, type HttpCall } from "./connection/http-call.ts";
import { SilenceWatch } from "./silence-watch.ts";

export interface JsonReply {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The answer as JSON; `undefined` if it is not JSON, such as an error page. */
  readonly json: Record<string, unknown> | undefined;
}

export interface JsonCallOptions {
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly secrets?: readonly string[];
  /** How long the server may be silent, at most a minute. */
  readonly timeoutMs?: number | undefined;
}

/** Servers answer such calls without thinking, so a minute is enough. */
const LONGEST_SILENCE_MS = 60_000;

/** Makes one small call with a JSON answer, such as for tokens. Rejects only if there is no answer. */
export async function callJson(
  call: HttpCall,
  { fetch, secrets = [], timeoutMs = 0 }: JsonCallOptions = {},
): Promise<JsonReply> {
  const silence = new SilenceWatch(Math.min(timeoutMs || LONGEST_SILENCE_MS, LONGEST_SILENCE_MS));
  const signal = call.signal ? AbortSignal.any([call.signal, silence.signal]) : silence.signal;
  try {
    const { status, headers, body } = await callHttp({ ...call, signal }, fetch);
    // Limits the total time, so that an answer that arrives in tiny pieces times out too.
    silence.progressed();
    const ok = status >= 200 && status < 300;
    const text = ok ? await readText(watched(body, silence), LONGEST_JSON) : await readError(body, silence);
    return { ok, status, headers, text, json: parseJsonObject(text) };
  } catch (error) {
    call.signal?.throwIfAborted();
    const { networkError, silenceError } = await import("./network-error.ts");
    throw silence.expired ? silenceError(call.url, silence) : networkError(call.url, error, secrets);
  } finally {
    silence.stop();
  }
}

async function readError(body: AsyncIterable<Uint8Array>, silence: SilenceWatch): Promise<string> {
  const { readErrorText } = await import("./body/read-error-text.ts");
  return await readErrorText(body, () => silence.abandon());
}

async function* watched(body: AsyncIterable<Uint8Array>, silence: SilenceWatch): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    silence.received();
    yield chunk;
  }
}
