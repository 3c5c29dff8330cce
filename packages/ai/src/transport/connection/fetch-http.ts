import { RequestError } from "../../ai-error.ts";
import { bodyText } from "../body/request-body.ts";
import { unlessAborted } from "../unless-aborted.ts";
import type { HttpCall, HttpReply } from "./http-call.ts";
import { MOST_HOPS, redirectedCall } from "./redirect.ts";

/** Calls with `fetch`. Redirects are followed here, because `fetch` itself would resend the body and most headers to any target. */
export async function callByFetch(call: HttpCall, fetch: typeof globalThis.fetch, hops = 0): Promise<HttpReply> {
  const { url, headers, body, signal } = call;
  const answer = fetch(url, {
    method: call.method ?? (body === undefined ? "GET" : "POST"),
    headers: { ...headers },
    ...(body !== undefined && { body: bodyText(body) }),
    ...(signal && { signal }),
    redirect: "manual",
  });
  const response = await unlessAborted(answer, signal);
  if (response.type === "opaqueredirect") throw hiddenRedirect(url);
  const { status } = response;
  const isFollowed = hops < MOST_HOPS && call.redirect !== "manual";
  const next = isFollowed && redirectedCall(call, status, response.headers.get("location") ?? undefined);
  if (next) {
    // The body of a redirect is not read.
    response.body?.cancel().catch(() => undefined);
    return await callByFetch(next, fetch, hops + 1);
  }
  return {
    status,
    headers: Object.fromEntries(response.headers),
    body: response.body ? chunks(response.body, signal) : NOTHING,
  };
}

/** A browser hides the target of a redirect, so it cannot be checked. */
function hiddenRedirect(url: string): RequestError {
  return new RequestError(
    `${new URL(url).host} redirects the request elsewhere. Set the base URL to the address it points to.`,
    { code: "invalid-request" },
  );
}

const NOTHING: AsyncIterable<Uint8Array> = {
  [Symbol.asyncIterator]: () => ({ next: async () => ({ done: true, value: undefined }) }),
};

async function* chunks(body: ReadableStream<Uint8Array>, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await unlessAborted(reader.read(), signal);
      if (done) return;
      yield value;
    }
  } finally {
    // A body that has already failed cannot be cancelled.
    reader.cancel().catch(() => undefined);
  }
}
