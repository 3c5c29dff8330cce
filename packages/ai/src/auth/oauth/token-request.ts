import { RequestError } from "../../ai-error.ts";
import { vendorMessage } from "../../transport/http-error.ts";
import type { OAuthCredentials } from "./types.ts";

interface TokenAnswer {
  access_token?: string;
  refresh_token?: string;
  expires_in?: number;
  error?: string;
}

/** Ends a token's life early, so that none ends on its way. */
const EARLY_MS = 60_000;
const UNLIMITED_MS = 365 * 24 * 3600 * 1000;

export async function postForm(url: string, form: Record<string, string>, signal?: AbortSignal): Promise<Response> {
  return await fetch(url, {
    method: "POST",
    headers: { accept: "application/json" },
    body: new URLSearchParams(form),
    ...(signal && { signal }),
  });
}

/** One exchange at a token endpoint. What the answer leaves out is kept from `previous`. */
export async function requestToken(
  url: string,
  form: Record<string, string>,
  signal?: AbortSignal,
  previous?: OAuthCredentials,
): Promise<OAuthCredentials> {
  const response = await postForm(url, form, signal);
  const text = await response.text();
  const answer = parse(text);
  if (!response.ok || !answer?.access_token) {
    const said = answer?.error ?? vendorMessage(text);
    throw new RequestError(`The sign-in server refused (HTTP ${response.status}): ${said}. Sign in again.`, {
      code: "auth",
      status: response.status,
    });
  }
  return toCredentials(answer, previous);
}

export function toCredentials(answer: TokenAnswer, previous?: OAuthCredentials): OAuthCredentials {
  const lifetime = answer.expires_in === undefined ? UNLIMITED_MS : answer.expires_in * 1000 - EARLY_MS;
  return {
    ...previous,
    access: answer.access_token ?? "",
    refresh: answer.refresh_token ?? previous?.refresh ?? "",
    expires: Date.now() + lifetime,
  };
}

function parse(text: string): TokenAnswer | undefined {
  try {
    return JSON.parse(text) as TokenAnswer;
  } catch {
    return undefined;
  }
}
