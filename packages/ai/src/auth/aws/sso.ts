import { RequestError } from "../../ai-error.ts";
import { parseJsonObject } from "../../parse-json-object.ts";
import { callJson } from "../../transport/call-json.ts";
import { nodeModules } from "../../transport/connection/node-modules.ts";
import { readVariable } from "../environment.ts";
import { hex } from "../hex.ts";
import { readLocalFile } from "../local-file.ts";
import type { AwsOptions } from "./aws-options.ts";
import { awsFolder } from "./profile.ts";
import type { AwsCredentials } from "./sign-v4.ts";
import { askService, type TemporaryCredentials, untilExpired } from "./temporary-credentials.ts";

/** A profile whose user signs in to the company's IAM Identity Center. */
export interface SsoProfile {
  readonly profile: string;
  readonly startUrl: string;
  readonly account: string;
  readonly role: string;
  readonly region: string;
  /** The sign-in session that several profiles share; without one, the token is found by the start URL. */
  readonly session: string | undefined;
}

/** The content of the cache of `aws sso login`. */
interface CachedToken {
  accessToken?: string;
  /** A date. */
  expiresAt?: string;
  refreshToken?: string;
  clientId?: string;
  clientSecret?: string;
}

const EARLY_MS = 60_000;

/** Returns the credentials of a role, using the token from `aws sso login`. */
export function ssoCredentials(profile: SsoProfile, options: AwsOptions): Promise<AwsCredentials> {
  const { account, role, region, startUrl } = profile;
  return untilExpired(`sso ${startUrl} ${account} ${role}`, async () => {
    const portal = readVariable("AWS_ENDPOINT_URL_SSO", options.env) ?? `https://portal.sso.${region}.amazonaws.com`;
    const query = new URLSearchParams({ account_id: account, role_name: role });
    const url = `${portal}/federation/credentials?${query}`;
    const headers = { "x-amz-sso_bearer_token": await accessToken(profile, options) };
    const answer = await askService({ url, headers }, options).catch((cause) => {
      throw isRefusal(cause) ? signInAgain(profile, cause) : cause;
    });
    const { roleCredentials } = answer as { roleCredentials?: RoleCredentials };
    if (!roleCredentials) throw signInAgain(profile);
    return toTemporary(roleCredentials);
  });
}

interface RoleCredentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string;
  /** Milliseconds. */
  expiration: number;
}

function toTemporary({ expiration, ...credentials }: RoleCredentials): TemporaryCredentials {
  return { ...credentials, expires: expiration };
}

async function accessToken(profile: SsoProfile, options: AwsOptions): Promise<string> {
  const name = hex(await crypto.subtle.digest("SHA-1", new TextEncoder().encode(profile.session ?? profile.startUrl)));
  const file = `${awsFolder(options.env)}/sso/cache/${name}.json`;
  const written: CachedToken = parseJsonObject((await readLocalFile(file)) ?? "") ?? {};
  const cached = later(written, unwritten.get(file));
  if (cached.accessToken && endOf(cached) - EARLY_MS > Date.now()) return cached.accessToken;
  const fresh = await refresh(cached, profile, options);
  if (!fresh) throw signInAgain(profile);
  await keep(file, fresh);
  return fresh.accessToken;
}

/** Renewed tokens whose file could not be written. The old refresh token is used up, so these are the only copy. */
const unwritten = new Map<string, CachedToken>();

/** Writes the token atomically. If that fails, for example in a read-only home, it keeps the token in memory. */
async function keep(file: string, token: CachedToken): Promise<void> {
  const node = nodeModules();
  if (!node) return;
  const { rename, rm, writeFile } = node.getBuiltinModule("node:fs/promises");
  const written = `${file}.new`;
  try {
    await writeFile(written, JSON.stringify(token), { mode: 0o600 });
    await rename(written, file);
    unwritten.delete(file);
  } catch {
    unwritten.set(file, token);
    await rm(written, { force: true }).catch(() => undefined);
  }
}

function later(written: CachedToken, remembered: CachedToken | undefined): CachedToken {
  return remembered && !(endOf(written) > endOf(remembered)) ? remembered : written;
}

function endOf({ expiresAt = "" }: CachedToken): number {
  return Date.parse(expiresAt);
}

/** Renews a shared sign-in without the user, as long as the company allows it. */
async function refresh(cached: CachedToken, { region }: SsoProfile, options: AwsOptions) {
  const { refreshToken, clientId, clientSecret } = cached;
  if (!refreshToken || !clientId || !clientSecret) return undefined;
  const service = readVariable("AWS_ENDPOINT_URL_SSO_OIDC", options.env) ?? `https://oidc.${region}.amazonaws.com`;
  const { fetch, signal, env, ca, timeoutMs } = options;
  const { json } = await callJson(
    {
      url: `${service}/token`,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ clientId, clientSecret, refreshToken, grantType: "refresh_token" }),
      signal,
      env,
      ca,
    },
    { fetch, secrets: [clientSecret, refreshToken], timeoutMs },
  );
  const answer = (json ?? {}) as { accessToken?: string; expiresIn?: number; refreshToken?: string };
  if (!answer.accessToken) return undefined;
  return {
    ...cached,
    accessToken: answer.accessToken,
    refreshToken: answer.refreshToken ?? refreshToken,
    expiresAt: new Date(Date.now() + (answer.expiresIn ?? 0) * 1000).toISOString(),
  };
}

function isRefusal(cause: unknown): boolean {
  const status = cause instanceof RequestError ? cause.details.status : undefined;
  return status === 401 || status === 403;
}

function signInAgain({ profile }: SsoProfile, cause?: unknown): RequestError {
  return new RequestError(
    `The AWS sign-in of the profile "${profile}" has ended. Run: aws sso login --profile ${profile}`,
    { code: "auth", cause },
  );
}
