import { RequestError } from "../../ai-error.ts";
import { readVariable } from "../environment.ts";
import { readLocalFile } from "../local-file.ts";
import { webIdentityCredentials } from "./assume-role.ts";
import type { AwsOptions } from "./aws-options.ts";
import type { AwsCredentials } from "./sign-v4.ts";
import { askService, temporaryFrom, untilExpired, type WireCredentials } from "./temporary-credentials.ts";

const CONTAINER_HOST = "http://169.254.170.2";

/** Returns credentials from the environment: keys, the role of a task, or a web identity. */
export async function environmentCredentials(options: AwsOptions): Promise<AwsCredentials | undefined> {
  const variable = (name: string) => readVariable(name, options.env);
  const accessKeyId = variable("AWS_ACCESS_KEY_ID");
  const secretAccessKey = variable("AWS_SECRET_ACCESS_KEY");
  if (accessKeyId && secretAccessKey) {
    return { accessKeyId, secretAccessKey, sessionToken: variable("AWS_SESSION_TOKEN") };
  }
  const relative = variable("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI");
  const container = relative ? CONTAINER_HOST + relative : variable("AWS_CONTAINER_CREDENTIALS_FULL_URI");
  if (container) return await containerCredentials(container, options);
  const tokenFile = variable("AWS_WEB_IDENTITY_TOKEN_FILE");
  const roleArn = variable("AWS_ROLE_ARN");
  if (!tokenFile || !roleArn) return undefined;
  return await webIdentityCredentials({ tokenFile, roleArn, name: variable("AWS_ROLE_SESSION_NAME") }, options);
}

/** Returns credentials of the role of an ECS task or an EKS pod. */
function containerCredentials(url: string, options: AwsOptions): Promise<AwsCredentials> {
  return untilExpired(url, async () => {
    const authorization = await containerToken(options);
    const wire = (await askService(
      { url, headers: { ...(authorization && { authorization }) } },
      options,
    )) as WireCredentials;
    if (wire.AccessKeyId && wire.SecretAccessKey) return temporaryFrom(wire);
    throw new RequestError(`${new URL(url).host} answered without AWS credentials.`, { code: "auth" });
  });
}

async function containerToken({ env }: AwsOptions): Promise<string | undefined> {
  const file = readVariable("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE", env);
  if (!file) return readVariable("AWS_CONTAINER_AUTHORIZATION_TOKEN", env);
  return (await readLocalFile(file))?.trim();
}
