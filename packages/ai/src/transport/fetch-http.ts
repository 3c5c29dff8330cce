import { RequestError } from "../ai-error.ts";
import type { HttpCall, HttpReply } from "./http-call.ts";
import { MOST_HOPS, redirectedCall } from "./redirect.ts";
import { bodyText } from "./request-body.ts";

/** A call by `fetch`. Redirects are followed here: `fetch` itself would repeat the body and most headers wherever one points. */
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
    // What is said beside a redirect is not read.
    response.body?.cancel().catch(() => undefined);
    return await callByFetch(next, fetch, hops + 1);
  }
  return {
    status,
    headers: Object.fromEntries(response.headers),
    body: response.body ? chunks(response.body, signal) : NOTHING,
  };
}

/** A program's own `fetch` may ignore the signal: waiting for it ends all the same. */
async function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (!signal) return await work;
  const aborted = Promise.withResolvers<never>();
  const stop = () => aborted.reject(signal.reason);
  if (signal.aborted) stop();
  else signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", stop);
    // A failure after the abort has no listener.
    work.catch(() => undefined);
  }
}

/** A browser does not say where a redirect points, so it cannot be judged. */
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
    // A body that already failed has nothing left to cancel.
    reader.cancel().catch(() => undefined);
  }
}
