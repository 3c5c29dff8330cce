import { type ApiRequest, type ApiStream, type GithubApi, MAX_BYTES } from "./access/github-api.ts";
import { GithubError } from "./github-error.ts";
import { type Fields, fields } from "./json.ts";
import { oneLine } from "./text/foreign-text.ts";

export interface Answer {
  readonly text: string;
  readonly etag: string | undefined;
  /** The server says that the version of the request's etag still holds. */
  readonly isUnchanged: boolean;
}

/** The longest wait that GitHub may ask for before the one repetition of a request. */
const LONGEST_WAIT_MS = 20_000;

/** Sends requests to one host and turns error statuses into errors. */
export class GithubClient {
  readonly api: GithubApi;
  private readonly now: () => number;

  constructor(api: GithubApi, now: () => number = Date.now) {
    this.api = api;
    this.now = now;
  }

  get host(): string {
    return this.api.host;
  }

  async text(request: ApiRequest): Promise<Answer> {
    const { headers, status, body } = await this.stream(request);
    const bytes = await collect(body);
    return { text: bytes.toString("utf8"), etag: headers.etag, isUnchanged: status === 304 };
  }

  async json(request: ApiRequest): Promise<Fields> {
    return parseJson((await this.text(request)).text, request.path);
  }

  /** Streams the answer. Repeats a request once if GitHub asks for a short wait. */
  async stream(request: ApiRequest, isRepeated = false): Promise<ApiStream> {
    const answer = await this.api.stream(request).catch((error: unknown) => this.explain(error, request));
    const { status, headers, body } = answer;
    const isGood = (status >= 200 && status < 300) || (status === 304 && request.etag !== undefined);
    if (isGood) return { ...answer, body: this.explained(body, request) };
    const said = messageIn((await collect(body).catch(() => Buffer.alloc(0))).toString("utf8"));
    const wait = this.waitOf(status, headers, said);
    if (wait !== undefined && wait <= LONGEST_WAIT_MS && !isRepeated) {
      await pause(wait, request.signal);
      return await this.stream(request, true);
    }
    throw this.errorOf(status, { path: request.path, said, wait, location: headers.location ?? "" });
  }

  /** Returns how long GitHub asks to wait; undefined if the status is no rate limit. */
  private waitOf(status: number, headers: Readonly<Record<string, string>>, said: string): number | undefined {
    if (status !== 429 && status !== 403) return undefined;
    const after = Number(headers["retry-after"]);
    if (headers["retry-after"] !== undefined && Number.isFinite(after)) return Math.max(0, after * 1000);
    if (headers["x-ratelimit-remaining"] === "0") {
      const reset = Number(headers["x-ratelimit-reset"]) * 1000 - this.now();
      return Number.isFinite(reset) ? Math.max(0, reset) : MINUTE_MS;
    }
    return status === 429 || /rate limit|abuse detection/i.test(said) ? MINUTE_MS : undefined;
  }

  private errorOf(
    status: number,
    { path, said, wait, location }: { path: string; said: string; wait: number | undefined; location: string },
  ): GithubError {
    const { host } = this;
    const detail = said === "" ? "" : ` GitHub says: ${said}`;
    const options = { status };
    if (wait !== undefined) {
      const time = new Date(this.now() + wait).toISOString().slice(11, 16);
      return new GithubError(
        "rate-limit",
        `${host} refuses further requests until ${time} UTC: a rate limit is reached.${detail}`,
        options,
      );
    }
    if (status === 401)
      return new GithubError(
        "unauthorized",
        `${host} does not accept the credentials (HTTP 401). Sign in again.${detail}`,
        options,
      );
    if (status === 403)
      return new GithubError(
        "forbidden",
        `${host} does not permit ${path} (HTTP 403): the credentials may lack a scope, or the organization requires single sign-on.${detail}`,
        options,
      );
    if (status === 404 || status === 410)
      return new GithubError(
        "not-found",
        `${host} has no ${path} (HTTP ${status}), or the credentials may not see it.${detail}`,
        options,
      );
    if (status >= 300 && status < 400)
      return new GithubError(
        "refused",
        `${path} has moved${location === "" ? "" : ` to ${oneLine(location)}`} (HTTP ${status}); it was not sent there.`,
        options,
      );
    if (status === 422) return new GithubError("refused", `${host} refuses the request (HTTP 422).${detail}`, options);
    const hint = status >= 500 ? " Try again later." : "";
    return new GithubError("refused", `${host} answers HTTP ${status} to ${path}.${hint}${detail}`, options);
  }

  private async *explained(body: AsyncIterable<Uint8Array>, request: ApiRequest): AsyncGenerator<Uint8Array> {
    try {
      yield* body;
    } catch (error) {
      this.explain(error, request);
    }
  }

  private explain(error: unknown, { signal, path, maxBytes = MAX_BYTES }: ApiRequest): never {
    if (error instanceof GithubError || signal?.aborted) throw error;
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    const said = error instanceof Error ? error.message : String(error);
    if (code === "too-large")
      throw new GithubError(
        "too-large",
        `The answer of ${this.host} to ${path} is longer than ${Math.round(maxBytes / 1024)} KiB.`,
        { cause: error },
      );
    throw new GithubError("network", `${this.host} did not answer completely: ${said}`, { cause: error });
  }
}

const MINUTE_MS = 60_000;
const MAX_SAID = 600;

/** Returns the message in an error of the API, with the reasons of a failed validation. */
function messageIn(text: string): string {
  try {
    const { text: textAt, list, texts } = fields(JSON.parse(text));
    const reasons = [
      ...list("errors").map((each) => each.text("message") || [each.text("field"), each.text("code")].join(" ").trim()),
      ...texts("errors"),
    ];
    return oneLine([textAt("message"), ...reasons].filter(Boolean).join("; "), MAX_SAID);
  } catch {
    // A proxy answers with a page.
    return "";
  }
}

export function parseJson(text: string, path: string): Fields {
  try {
    return fields(JSON.parse(text));
  } catch (cause) {
    throw badAnswer(path, text.trim() === "" ? "is empty" : "is not JSON", cause);
  }
}

export function badAnswer(path: string, what: string, cause?: unknown): GithubError {
  return new GithubError("bad-answer", `The answer of GitHub to ${path} ${what}.`, { cause });
}

async function collect(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Waits. Rejects as soon as the signal is aborted. */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  const { setTimeout } = await import("node:timers/promises");
  await setTimeout(ms, undefined, signal ? { signal } : {});
}
