import { RequestError } from "../../ai-error.ts";
import { parseJsonObject } from "../../parse-json-object.ts";
import { nodeModules } from "../../transport/connection/node-modules.ts";
import type { AwsOptions } from "./aws-options.ts";
import type { AwsCredentials } from "./sign-v4.ts";
import { temporaryFrom, untilExpired, type WireCredentials } from "./temporary-credentials.ts";

const TIMEOUT_MS = 60_000;

/** Returns the credentials that a profile's `credential_process` prints. */
export function processCredentials(profile: string, command: string, options: AwsOptions): Promise<AwsCredentials> {
  return untilExpired(`process ${command}`, async () => {
    const printed = await run(command, options.signal).catch((cause: Error) => {
      options.signal?.throwIfAborted();
      throw failed(profile, `failed: ${firstLine(cause.message)}`, cause);
    });
    const wire = parseJsonObject(printed) as WireCredentials | undefined;
    if (!wire?.AccessKeyId || !wire.SecretAccessKey) throw failed(profile, "printed no credentials");
    return temporaryFrom(wire);
  });
}

/** Runs the command as a shell line, as other tools that read the profile do. */
function run(command: string, signal: AbortSignal | undefined): Promise<string> {
  const processes = nodeModules()?.getBuiltinModule("node:child_process");
  return new Promise((resolve, reject) => {
    if (!processes) return reject(new Error("there are no processes here"));
    processes.exec(command, { timeout: TIMEOUT_MS, ...(signal && { signal }) }, (error, stdout, stderr) => {
      if (error) reject(new Error(stderr.trim() || error.message, { cause: error }));
      else resolve(stdout);
    });
  });
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0]?.trim() ?? "";
}

function failed(profile: string, what: string, cause?: Error): RequestError {
  return new RequestError(`The credential_process of the AWS profile "${profile}" ${what}.`, { code: "auth", cause });
}
