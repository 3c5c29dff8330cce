import { RequestError } from "../../ai-error.ts";
import { parseJsonObject } from "../../parse-json-object.ts";
import { callJson } from "../../transport/call-json.ts";
import { nodeModules } from "../../transport/node-modules.ts";
import { readVariable } from "../environment.ts";
import { hex } from "../hex.ts";
import { readLocalFile } from "../local-file.ts";
import type { AwsOptions } from "./aws-options.ts";
import { awsFolder } from "./profile.ts";
import type { AwsCredentials } from "./sign-v4.ts";
import { askService, type TemporaryCredentials, untilExpired } from "./temporary-credentials.ts";

/** A profile whose user signs in to the company's identity centre. */
export interface SsoProfile {
  readonly profile: string;
  readonly startUrl: string;
  readonly account: string;
  readonly role: string;
  readonly region: string;
  /** The sign-in that several profiles share; without one it is found by the start address. */
  readonly session: string | undefined;
}

/** What `aws sso login` leaves in its cache. */
interface CachedToken {
  accessToken?: string;
  /** A date. */
  expiresAt?: string;
  refreshToken?: string;
  clientId?: string;
  clientSecret?: string;
}

const EARLY_MS = 60_000;

/** The credentials of a role, for the token that `aws sso login` got. */
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

/** Tokens whose file could not be written: what they were renewed with is spent, so that they are all there is. */
const unwritten = new Map<string, CachedToken>();

/** At no moment is there half a file. One that cannot be written, such as in a home that is read-only, is no reason to fail. */
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

/** A shared sign-in can be renewed without the user for as long as the company allows. */
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
