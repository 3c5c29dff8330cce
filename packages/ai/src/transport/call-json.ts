import { parseJsonObject } from "../parse-json-object.ts";
import { callHttp, type HttpCall, readText } from "./http-call.ts";
import { networkError } from "./network-error.ts";

export interface JsonReply {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The answer as JSON; `undefined` where it is none, such as an error page. */
  readonly json: Record<string, unknown> | undefined;
}

/** One small call that is answered in JSON, such as those for tokens. Rejects only where no answer came. */
export async function callJson(
  call: HttpCall,
  { fetch, secrets = [] }: { fetch?: typeof globalThis.fetch | undefined; secrets?: readonly string[] } = {},
): Promise<JsonReply> {
  try {
    const { status, headers, body } = await callHttp(call, fetch);
    const text = await readText(body);
    return { ok: status >= 200 && status < 300, status, headers, text, json: parseJsonObject(text) };
  } catch (error) {
    call.signal?.throwIfAborted();
    throw networkError(call.url, error, secrets);
  }
}
