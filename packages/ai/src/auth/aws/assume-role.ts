import { RequestError } from "../../ai-error.ts";
import { readVariable } from "../environment.ts";
import { readLocalFile } from "../local-file.ts";
import type { AwsOptions } from "./aws-options.ts";
import { type AwsCredentials, signV4 } from "./sign-v4.ts";
import { askService, temporaryFrom, untilExpired, type WireCredentials } from "./temporary-credentials.ts";

interface Role {
  readonly roleArn: string;
  /** Appears in the account's log. */
  readonly name?: string | undefined;
}

/** Returns credentials of the role that a token in a file (of a pod or a CI job) may assume. */
export function webIdentityCredentials(
  { tokenFile, roleArn, name }: Role & { tokenFile: string },
  options: AwsOptions,
): Promise<AwsCredentials> {
  return untilExpired(`${tokenFile} ${roleArn}`, async () => {
    const token = await readLocalFile(tokenFile);
    if (!token) throw new RequestError(`There is no web identity token in ${tokenFile}.`, { code: "auth" });
    const form = { RoleArn: roleArn, RoleSessionName: name ?? SESSION_NAME, WebIdentityToken: token.trim() };
    return await askTokenService("AssumeRoleWithWebIdentity", form, options);
  });
}

/** Returns credentials of the role that other credentials may assume. */
export function roleCredentials(
  { roleArn, name, externalId }: Role & { externalId?: string | undefined },
  source: AwsCredentials,
  options: AwsOptions,
): Promise<AwsCredentials> {
  return untilExpired(`${source.accessKeyId} ${roleArn}`, () => {
    const form = {
      RoleArn: roleArn,
      RoleSessionName: name ?? SESSION_NAME,
      ...(externalId && { ExternalId: externalId }),
    };
    return askTokenService("AssumeRole", form, options, source);
  });
}

const SESSION_NAME = "tau";
const VERSION = "2011-06-15";
const DEFAULT_REGION = "us-east-1";

async function askTokenService(
  action: string,
  form: Record<string, string>,
  options: AwsOptions,
  signer?: AwsCredentials,
) {
  const variable = (name: string) => readVariable(name, options.env);
  const region = options.region ?? variable("AWS_REGION") ?? variable("AWS_DEFAULT_REGION") ?? DEFAULT_REGION;
  const url = variable("AWS_ENDPOINT_URL_STS") ?? `https://sts.${region}.amazonaws.com/`;
  const body = `${new URLSearchParams({ Action: action, Version: VERSION, ...form })}`;
  const headers = { accept: "application/json", "content-type": "application/x-www-form-urlencoded" };
  const signed = signer
    ? await signV4({ method: "POST", url, headers, body }, { region, service: "sts", credentials: signer })
    : {};
  const answer = await askService({ url, headers: { ...headers, ...signed }, body }, options);
  const response = (answer as Record<string, Record<string, { Credentials: WireCredentials }>>)[`${action}Response`];
  const credentials = response?.[`${action}Result`]?.Credentials;
  if (credentials) return temporaryFrom(credentials);
  throw new RequestError(`${new URL(url).host} answered ${action} without credentials.`, { code: "auth" });
}
