import { AiError } from "../../ai-error.ts";
import type { JsonReply } from "../../transport/call-json.ts";
import { sleep } from "../../transport/sleep.ts";
import { errorIn, postForm, refusal, type TokenAnswer, toCredentials } from "./token-request.ts";
import type { OAuthCredentials, OAuthLoginCallbacks } from "./types.ts";

export interface DeviceCodeConfig {
  readonly deviceUrl: string;
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly scope?: string | undefined;
}

interface DeviceAnswer {
  device_code: string;
  user_code: string;
  verification_uri: string;
  expires_in: number;
  interval?: number;
}

const DEFAULT_INTERVAL_SECONDS = 5;
const DEFAULT_LIFETIME_SECONDS = 900;
const GRANT = "urn:ietf:params:oauth:grant-type:device_code";

/** Shows a code to enter on any device, and polls until the user has entered it (RFC 8628). */
export async function signInWithDeviceCode(
  config: DeviceCodeConfig,
  callbacks: OAuthLoginCallbacks,
): Promise<OAuthCredentials> {
  const { clientId, scope } = config;
  const begun = await postForm(config.deviceUrl, { client_id: clientId, ...(scope && { scope }) }, callbacks.signal);
  const device = readDevice(begun);
  callbacks.onDeviceCode({
    userCode: device.user_code,
    verificationUri: device.verification_uri,
    intervalSeconds: device.interval ?? DEFAULT_INTERVAL_SECONDS,
    expiresInSeconds: device.expires_in,
  });
  return await poll(config, device, callbacks);
}

async function poll(config: DeviceCodeConfig, device: DeviceAnswer, callbacks: OAuthLoginCallbacks) {
  const end = performance.now() + device.expires_in * 1000;
  let interval = device.interval ?? DEFAULT_INTERVAL_SECONDS;
  while (performance.now() < end) {
    await sleep(interval * 1000, callbacks.signal);
    const form = { client_id: config.clientId, device_code: device.device_code, grant_type: GRANT };
    const reply = await postForm(config.tokenUrl, form, callbacks.signal);
    const answer = (reply.json ?? {}) as TokenAnswer;
    if (answer.access_token) return toCredentials(answer);
    const { error, description } = errorIn(reply);
    if (error === "slow_down") interval += DEFAULT_INTERVAL_SECONDS;
    else if (error !== "authorization_pending") throw new AiError(refusal(error, description), { code: "auth" });
  }
  throw new AiError(refusal("expired_token"), { code: "auth" });
}

function readDevice({ ok, status, json }: JsonReply): DeviceAnswer {
  const device = json as Partial<DeviceAnswer> | undefined;
  if (ok && device?.device_code && device.user_code && device.verification_uri) {
    return { ...(device as DeviceAnswer), expires_in: device.expires_in ?? DEFAULT_LIFETIME_SECONDS };
  }
  throw new AiError(`The sign-in server gave no code (HTTP ${status}). Check the device address and the client id.`, {
    code: "auth",
  });
}
