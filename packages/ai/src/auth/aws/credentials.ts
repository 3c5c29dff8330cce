import { readVariable } from "../environment.ts";
import type { AwsOptions } from "./aws-options.ts";
import { environmentCredentials } from "./environment-credentials.ts";
import { profileCredentials } from "./profile-credentials.ts";
import type { AwsCredentials } from "./sign-v4.ts";

/** Returns this machine's AWS credentials: from a named profile, the environment, or the default profile. */
export async function awsCredentials(options: AwsOptions): Promise<AwsCredentials> {
  const profile = options.profile ?? readVariable("AWS_PROFILE", options.env);
  if (profile) return await profileCredentials(profile, options);
  return (await environmentCredentials(options)) ?? (await profileCredentials("default", options));
}
