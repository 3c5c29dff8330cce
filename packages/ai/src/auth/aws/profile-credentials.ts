import { RequestError } from "../../ai-error.ts";
import { roleCredentials, webIdentityCredentials } from "./assume-role.ts";
import type { AwsOptions } from "./aws-options.ts";
import { processCredentials } from "./credential-process.ts";
import { environmentCredentials } from "./environment-credentials.ts";
import { type AwsProfile, readProfile } from "./profile.ts";
import type { AwsCredentials } from "./sign-v4.ts";
import { ssoCredentials } from "./sso.ts";

/** Returns a profile's credentials: by role, SSO, keys or process. `visited` stops profiles that refer to each other. */
export async function profileCredentials(
  name: string,
  options: AwsOptions,
  visited: readonly string[] = [],
): Promise<AwsCredentials> {
  const profile = await readProfile(name, options.env);
  const { role_arn: roleArn, web_identity_token_file: tokenFile, role_session_name: session } = profile;
  if (roleArn && tokenFile) return await webIdentityCredentials({ roleArn, tokenFile, name: session }, options);
  if (roleArn && !visited.includes(name)) {
    const source = await sourceCredentials(name, profile, options, [...visited, name]);
    return await roleCredentials({ roleArn, name: session, externalId: profile.external_id }, source, options);
  }
  const { sso_start_url: startUrl, sso_account_id: account, sso_role_name: role, sso_region: region } = profile;
  if (startUrl && account && role && region) {
    return await ssoCredentials(
      { profile: name, startUrl, account, role, region, session: profile.sso_session },
      options,
    );
  }
  const { aws_access_key_id: accessKeyId, aws_secret_access_key: secretAccessKey } = profile;
  if (accessKeyId && secretAccessKey) {
    return { accessKeyId, secretAccessKey, sessionToken: profile.aws_session_token };
  }
  if (profile.credential_process) return await processCredentials(name, profile.credential_process, options);
  throw noCredentials(name);
}

/** Returns the credentials that assume a profile's role: another profile's, or those of the environment. */
async function sourceCredentials(
  name: string,
  { source_profile: source, credential_source: place }: AwsProfile,
  options: AwsOptions,
  visited: readonly string[],
): Promise<AwsCredentials> {
  if (source) return await profileCredentials(source, options, visited);
  const found = place && (await environmentCredentials(options));
  if (found) return found;
  throw noCredentials(name);
}

function noCredentials(name: string): RequestError {
  const where = name === "default" ? "" : ` in the profile "${name}"`;
  return new RequestError(
    `No AWS credentials${where}. Set AWS_PROFILE, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_BEARER_TOKEN_BEDROCK.`,
    { code: "auth" },
  );
}
