import { AiError } from "../../ai-error.ts";
import { keyVariables } from "../env-keys.ts";
import { readVariable } from "../environment.ts";
import { obtainCode } from "./authorization-code.ts";
import { signInWithDeviceCode } from "./device-code.ts";
import { requestToken } from "./token-request.ts";
import type { OAuthCredentials, OAuthLoginCallbacks, OAuthProviderInterface } from "./types.ts";

/** The endpoints and the client of a sign-in. Client ids belong to registered applications, so none is built in. */
export interface OAuthConfig {
  clientId: string;
  tokenUrl: string;
  /** For a sign-in in the browser. */
  authorizeUrl?: string;
  /** For a sign-in with a device code; preferred if both are set. */
  deviceUrl?: string;
  clientSecret?: string;
  scope?: string;
  redirectPort?: number;
  redirectPath?: string;
  /** Added to the authorize URL unchanged. */
  parameters?: Record<string, string>;
}

/**
 * Creates a provider for standard OAuth. If nothing is configured, the login explains how to configure it and accepts an existing token.
 */
export function createOAuthProvider(
  id: string,
  name: string,
  config?: OAuthConfig | (() => OAuthConfig | undefined),
): OAuthProviderInterface {
  const configured = () => (typeof config === "function" ? config() : config) ?? configFromEnvironment(id);
  return {
    id,
    name,
    isConfigured: () => configured() !== undefined,
    getApiKey: (credentials) => credentials.access,
    login: async (callbacks) => {
      const found = configured();
      return found ? await signIn(found, callbacks) : await askForToken(id, name, callbacks);
    },
    refreshToken: async (credentials, signal) => {
      const found = configured();
      if (!found || !credentials.refresh) {
        throw new AiError(`The sign-in to ${name} has ended. Sign in again.`, { code: "auth" });
      }
      const form = { grant_type: "refresh_token", refresh_token: credentials.refresh, ...clientOf(found) };
      return await requestToken(found.tokenUrl, form, signal, credentials);
    },
  };
}

/** Reads `TAU_OAUTH_<PROVIDER>_CLIENT_ID`, `_TOKEN_URL`, `_AUTHORIZE_URL`, `_DEVICE_URL`, `_CLIENT_SECRET`, `_SCOPE`, `_REDIRECT_PORT`. */
export function configFromEnvironment(id: string): OAuthConfig | undefined {
  const read = (field: string) => readVariable(variable(id, field));
  const clientId = read("CLIENT_ID");
  const tokenUrl = read("TOKEN_URL");
  if (!clientId || !tokenUrl) return undefined;
  const optional = {
    authorizeUrl: read("AUTHORIZE_URL"),
    deviceUrl: read("DEVICE_URL"),
    clientSecret: read("CLIENT_SECRET"),
    scope: read("SCOPE"),
  };
  const port = Number(read("REDIRECT_PORT"));
  const given = Object.fromEntries(Object.entries(optional).filter(([, value]) => value));
  return { clientId, tokenUrl, ...given, ...(port && { redirectPort: port }) };
}

async function signIn(config: OAuthConfig, callbacks: OAuthLoginCallbacks): Promise<OAuthCredentials> {
  const { deviceUrl, authorizeUrl, tokenUrl, clientId, scope } = config;
  if (deviceUrl) return await signInWithDeviceCode({ deviceUrl, tokenUrl, clientId, scope }, callbacks);
  if (!authorizeUrl) throw new AiError("The sign-in has neither an authorize nor a device address.", { code: "auth" });
  const { code, verifier, redirectUri } = await obtainCode(
    {
      authorizeUrl,
      parameters: { response_type: "code", client_id: clientId, ...(scope && { scope }), ...config.parameters },
      redirectPort: config.redirectPort,
      redirectPath: config.redirectPath,
    },
    callbacks,
  );
  callbacks.onProgress?.("Exchanging the code for a token…");
  const form = { grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri: redirectUri };
  return await requestToken(tokenUrl, { ...form, ...clientOf(config) }, callbacks.signal);
}

async function askForToken(id: string, name: string, callbacks: OAuthLoginCallbacks): Promise<OAuthCredentials> {
  const key = keyVariables(id)[0];
  const token = await callbacks.onPrompt({
    message: `No sign-in to ${name} is configured (set ${variable(id, "CLIENT_ID")}, ${variable(id, "AUTHORIZE_URL")} and ${variable(id, "TOKEN_URL")}${key ? `, or simply ${key}` : ""}). If you have a token, paste it here:`,
    placeholder: "token",
    allowEmpty: true,
  });
  if (token.trim() === "") throw new AiError(`Signing in to ${name} was cancelled.`, { code: "auth" });
  return { access: token.trim(), refresh: "", expires: Number.MAX_SAFE_INTEGER };
}

function clientOf({ clientId, clientSecret }: OAuthConfig): Record<string, string> {
  return { client_id: clientId, ...(clientSecret && { client_secret: clientSecret }) };
}

function variable(id: string, field: string): string {
  return `TAU_OAUTH_${id.toUpperCase().replace(/[^A-Z0-9]/g, "_")}_${field}`;
}
