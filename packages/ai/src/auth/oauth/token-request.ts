import { RequestError } from "../../ai-error.ts";
import { shownText } from "../../transport/body/server-text.ts";
import { callJson, type JsonReply } from "../../transport/call-json.ts";
import { vendorMessage } from "../../transport/http-error.ts";
import { maskSecrets } from "../../transport/mask-secrets.ts";
import type { OAuthCredentials } from "./types.ts";

export interface TokenAnswer {
  access_token?: string;
  refresh_token?: string;
  /** Some servers write it as text, or as `null` if there is none. */
  expires_in?: number | string | null;
}

/** A token counts as expired this early, so that it does not expire during a request. */
const EARLY_MS = 60_000;
const UNLIMITED_MS = 365 * 24 * 3600 * 1000;

export function postForm(url: string, form: Record<string, string>, signal?: AbortSignal): Promise<JsonReply> {
  const headers = { accept: "application/json", "content-type": "application/x-www-form-urlencoded" };
  const body = `${new URLSearchParams(form)}`;
  return callJson({ url, headers, body, signal }, { secrets: secretsOf(form) });
}

function secretsOf(form: Record<string, string>): string[] {
  return SECRET_FIELDS.flatMap((name) => form[name] ?? []);
}

const SECRET_FIELDS = ["client_secret", "code", "code_verifier", "device_code", "refresh_token"];

/** Returns the message for the user about an error of a sign-in server. */
export function refusal(error: string | undefined, description?: string): string {
  if (error === "access_denied") return "The sign-in was declined. Start it again to allow it.";
  if (error === "expired_token") return "The code was not entered in time. Start the sign-in again.";
  const reason = description ?? error ?? "no token came back";
  return `The sign-in was not completed: ${shownText(reason, SHOWN).replace(/\.$/, "")}. Start it again.`;
}

/** Returns the error in an answer, in the standard form or in the server's own. */
export function errorIn({ text, json }: JsonReply): { error?: string; description?: string } {
  const { error, error_description: description } = (json ?? {}) as { error?: unknown; error_description?: unknown };
  const said = typeof error === "string" ? error : vendorMessage(text);
  return { ...(said && { error: said }), ...(typeof description === "string" && { description }) };
}

const SHOWN = 500;

/** Sends one request to a token endpoint. Fields that the answer lacks are kept from `previous`. */
export async function requestToken(
  url: string,
  form: Record<string, string>,
  signal?: AbortSignal,
  previous?: OAuthCredentials,
): Promise<OAuthCredentials> {
  const reply = await postForm(url, form, signal);
  const { ok, status } = reply;
  const answer = reply.json as TokenAnswer | undefined;
  if (!ok || !answer?.access_token) {
    const said = shownText(maskSecrets(errorIn(reply).error ?? "it gave no token", secretsOf(form)), SHOWN);
    throw new RequestError(`The sign-in server refused (HTTP ${status}): ${said}. Sign in again.`, {
      code: "auth",
      status,
    });
  }
  return toCredentials(answer, previous);
}

export function toCredentials(answer: TokenAnswer, previous?: OAuthCredentials): OAuthCredentials {
  const seconds = Number(answer.expires_in ?? Number.NaN);
  const lifetime = Number.isFinite(seconds) ? seconds * 1000 - EARLY_MS : UNLIMITED_MS;
  return {
    ...previous,
    access: answer.access_token ?? "",
    refresh: answer.refresh_token ?? previous?.refresh ?? "",
    expires: Date.now() + lifetime,
  };
}
