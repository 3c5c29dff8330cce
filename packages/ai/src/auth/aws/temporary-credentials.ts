import { RequestError } from "../../ai-error.ts";
import { callJson } from "../../transport/call-json.ts";
import type { HttpCall } from "../../transport/connection/http-call.ts";
import type { AwsOptions } from "./aws-options.ts";
import type { AwsCredentials } from "./sign-v4.ts";

export interface TemporaryCredentials extends AwsCredentials {
  /** Milliseconds since 1970. */
  readonly expires: number;
}

const EARLY_MS = 60_000;
const known = new Map<string, TemporaryCredentials>();

/** Returns cached credentials while they are valid, otherwise fresh ones. */
export async function untilExpired(
  key: string,
  load: () => Promise<TemporaryCredentials>,
): Promise<TemporaryCredentials> {
  const cached = known.get(key);
  if (cached && cached.expires - EARLY_MS > Date.now()) return cached;
  const fresh = await load();
  known.set(key, fresh);
  return fresh;
}

/** Credentials in the format of the metadata services, the token service and credential processes. */
export interface WireCredentials {
  AccessKeyId: string;
  SecretAccessKey: string;
  Token?: string;
  SessionToken?: string;
  /** A date, or seconds since 1970. If absent, the credentials do not expire. */
  Expiration?: string | number;
}

export function temporaryFrom(wire: WireCredentials): TemporaryCredentials {
  const { Expiration: end = Number.POSITIVE_INFINITY } = wire;
  return {
    accessKeyId: wire.AccessKeyId,
    secretAccessKey: wire.SecretAccessKey,
    sessionToken: wire.SessionToken ?? wire.Token,
    expires: typeof end === "number" ? end * 1000 : Date.parse(end),
  };
}

/** Calls a service that issues credentials. */
export async function askService(call: HttpCall, options: AwsOptions): Promise<unknown> {
  const { fetch, signal, env, ca, timeoutMs } = options;
  const { ok, status, json } = await callJson({ ...call, signal, env, ca }, { fetch, timeoutMs });
  if (ok && json) return json;
  throw new RequestError(`${new URL(call.url).host} gave no AWS credentials (HTTP ${status}).`, {
    code: "auth",
    status,
  });
}
