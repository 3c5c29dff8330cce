import { RequestError } from "../../ai-error.ts";
import type { StreamOptions } from "../../contract/options.ts";
import { readVariable } from "../environment.ts";
import { readProfile } from "./profile.ts";
import type { AwsCredentials } from "./sign-v4.ts";

export interface AwsOptions extends StreamOptions {
  profile?: string;
  region?: string;
}

interface TemporaryCredentials extends AwsCredentials {
  readonly expires: number;
}

const EARLY_MS = 60_000;
const CONTAINER_HOST = "http://169.254.170.2";
const temporary = new Map<string, TemporaryCredentials>();

/** What this machine signs AWS requests with: a named profile, keys in the environment, a task role, a web identity. */
export async function awsCredentials(options: AwsOptions): Promise<AwsCredentials> {
  const variable = (name: string) => readVariable(name, options.env);
  const profile = options.profile ?? variable("AWS_PROFILE");
  if (profile) return await profileCredentials(profile, options);
  const accessKeyId = variable("AWS_ACCESS_KEY_ID");
  const secretAccessKey = variable("AWS_SECRET_ACCESS_KEY");
  if (accessKeyId && secretAccessKey) {
    return { accessKeyId, secretAccessKey, sessionToken: variable("AWS_SESSION_TOKEN") };
  }
  const relative = variable("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI");
  const container = relative ? CONTAINER_HOST + relative : variable("AWS_CONTAINER_CREDENTIALS_FULL_URI");
  if (container) return await cached(container, () => containerCredentials(container, options));
  const tokenFile = variable("AWS_WEB_IDENTITY_TOKEN_FILE");
  if (tokenFile) return await cached(tokenFile, () => webIdentityCredentials(tokenFile, options));
  return await profileCredentials("default", options);
}

async function profileCredentials(name: string, options: AwsOptions): Promise<AwsCredentials> {
  const profile = await readProfile(name, options.env);
  const { aws_access_key_id: accessKeyId, aws_secret_access_key: secretAccessKey } = profile;
  if (accessKeyId && secretAccessKey) {
    return { accessKeyId, secretAccessKey, sessionToken: profile.aws_session_token };
  }
  throw new RequestError(
    `No AWS credentials${name === "default" ? "" : ` in the profile "${name}"`}. Set AWS_PROFILE, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_BEARER_TOKEN_BEDROCK.`,
    { code: "auth" },
  );
}

async function cached(key: string, load: () => Promise<TemporaryCredentials>): Promise<AwsCredentials> {
  const known = temporary.get(key);
  if (known && known.expires - EARLY_MS > Date.now()) return known;
  const fresh = await load();
  temporary.set(key, fresh);
  return fresh;
}

async function containerCredentials(url: string, options: AwsOptions): Promise<TemporaryCredentials> {
  const token = readVariable("AWS_CONTAINER_AUTHORIZATION_TOKEN", options.env);
  const response = await request(url, token ? { headers: { authorization: token } } : {}, options);
  return temporaryFrom((await response.json()) as WireCredentials);
}

async function webIdentityCredentials(file: string, options: AwsOptions): Promise<TemporaryCredentials> {
  const variable = (name: string) => readVariable(name, options.env);
  const files = globalThis.process?.getBuiltinModule?.("node:fs/promises");
  const token = await files?.readFile(file, "utf8");
  const region = options.region ?? variable("AWS_REGION") ?? variable("AWS_DEFAULT_REGION") ?? "us-east-1";
  const endpoint = variable("AWS_ENDPOINT_URL_STS") ?? `https://sts.${region}.amazonaws.com/`;
  const body = new URLSearchParams({
    Action: "AssumeRoleWithWebIdentity",
    Version: "2011-06-15",
    RoleArn: variable("AWS_ROLE_ARN") ?? "",
    RoleSessionName: variable("AWS_ROLE_SESSION_NAME") ?? "tau",
    WebIdentityToken: token?.trim() ?? "",
  });
  const response = await request(endpoint, { method: "POST", body, headers: { accept: "application/json" } }, options);
  const answer = (await response.json()) as {
    AssumeRoleWithWebIdentityResponse: { AssumeRoleWithWebIdentityResult: { Credentials: WireCredentials } };
  };
  return temporaryFrom(answer.AssumeRoleWithWebIdentityResponse.AssumeRoleWithWebIdentityResult.Credentials);
}

interface WireCredentials {
  AccessKeyId: string;
  SecretAccessKey: string;
  Token?: string;
  SessionToken?: string;
  Expiration: string | number;
}

/** A service answers with a date, the token service with seconds. */
function temporaryFrom(wire: WireCredentials): TemporaryCredentials {
  const { Expiration: end } = wire;
  return {
    accessKeyId: wire.AccessKeyId,
    secretAccessKey: wire.SecretAccessKey,
    sessionToken: wire.SessionToken ?? wire.Token,
    expires: typeof end === "number" ? end * 1000 : Date.parse(end),
  };
}

async function request(url: string, init: RequestInit, options: AwsOptions): Promise<Response> {
  const send = options.fetch ?? globalThis.fetch;
  const response = await send(url, { ...init, ...(options.signal && { signal: options.signal }) });
  if (response.ok) return response;
  throw new RequestError(`${new URL(url).host} gave no AWS credentials (HTTP ${response.status}).`, {
    code: "auth",
    status: response.status,
  });
}
