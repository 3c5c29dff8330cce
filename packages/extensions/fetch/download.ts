import type { ExtensionAPI } from "@tau/coding-agent";
import type { FetchSettings } from "./settings.ts";

export interface Download {
  /** After redirects within the host. */
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
  /** The address that a redirect to another host names. It is not followed, because only the first host was permitted. */
  readonly elsewhere?: string;
  /** The server sent more than was read. */
  readonly isCut?: true;
}

export interface DownloadOptions {
  readonly http: ExtensionAPI["http"];
  readonly settings: FetchSettings;
  readonly signal?: AbortSignal | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Shows a text as the server sends it. */
  readonly isRaw?: true | undefined;
}

const MAX_BYTES = 8 * 1024 * 1024;
/** Prefers the forms that a model reads best. */
export const ACCEPT = "text/markdown, text/plain;q=0.9, text/html;q=0.8, application/json;q=0.7, */*;q=0.5";

/**
 * Downloads what is behind a URL, at most 8 MiB after decompression. Private addresses are refused unless the settings allow the host.
 * Rejects if there is no answer within the time limit; an error status is an answer.
 */
export async function download(address: string, options: DownloadOptions): Promise<Download> {
  const { http, settings, signal, headers } = options;
  const url = new URL(address);
  if (url.username !== "" || url.password !== "")
    throw new Error(`${url.host}: addresses with a user name or a password are not read.`);
  url.hash = "";
  const response = await http.stream(url.href, {
    headers: { accept: ACCEPT, ...headers },
    timeoutMs: settings.timeoutMs,
    // The stream ends itself at the limit, which would lose the beginning, so the loop below stops before.
    maxBytes: MAX_BYTES * 2,
    followsRedirect: (to, from) => isSameSite(to, from),
    refusePrivateAddresses: true,
    privateHosts: settings.privateHosts,
    ...(signal && { signal }),
  });
  const { url: final, status, headers: received } = response;
  const elsewhere = redirectOf(status, received, final);
  const { bytes, isCut } = await beginning(response.body, elsewhere === undefined ? MAX_BYTES : 0);
  return {
    url: final,
    status,
    headers: received,
    bytes,
    ...(elsewhere !== undefined && { elsewhere }),
    ...(isCut && { isCut }),
  };
}

/** A host and its form with `www.` are the same site, over http or https. */
function isSameSite(to: URL, from: URL): boolean {
  const bare = ({ hostname }: URL) => hostname.replace(/^www\./, "");
  const hasUsualPort = to.port === "" && from.port === "";
  return bare(to) === bare(from) && (hasUsualPort || to.port === from.port);
}

function redirectOf(status: number, { location }: Readonly<Record<string, string>>, from: string): string | undefined {
  return status >= 300 && status < 400 && location ? (URL.parse(location, from)?.href ?? location) : undefined;
}

async function beginning(
  body: AsyncIterable<Uint8Array>,
  most: number,
): Promise<{ bytes: Uint8Array; isCut: boolean }> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > most) return { bytes: Buffer.concat(chunks).subarray(0, most), isCut: true };
  }
  return { bytes: Buffer.concat(chunks), isCut: false };
}
