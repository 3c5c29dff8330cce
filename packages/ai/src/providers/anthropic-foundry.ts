import { isFoundryMode } from "../auth/env-keys.ts";
import { type Environment, readVariable } from "../auth/environment.ts";
import { readPem } from "../auth/pem.ts";
import type { ClientCertificate } from "../transport/connection/http-call.ts";

/** Anthropic's models on the user's own resource, enabled by the environment. */
export interface FoundryEndpoint {
  readonly baseUrl: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly identity: ClientCertificate | undefined;
}

export function foundryEndpoint(provider: string, env?: Environment): FoundryEndpoint | undefined {
  if (!isFoundryMode(provider, env)) return undefined;
  return {
    baseUrl: readVariable("FOUNDRY_BASE_URL", env),
    headers: parseHeaders(readVariable("ANTHROPIC_CUSTOM_HEADERS", env) ?? ""),
    identity: clientCertificate(env),
  };
}

/** Parses `name: value` pairs separated by commas or newlines. */
function parseHeaders(text: string): Record<string, string> {
  const pairs = text.split(/[\n,]/).flatMap((line) => {
    const [, name, value] = /^\s*([^\s:]+)\s*:\s*(.*?)\s*$/.exec(line) ?? [];
    return name && value ? [[name.toLowerCase(), value] as const] : [];
  });
  return Object.fromEntries(pairs);
}

function clientCertificate(env?: Environment): ClientCertificate | undefined {
  const [cert, key] = ["CLAUDE_CODE_CLIENT_CERT", "CLAUDE_CODE_CLIENT_KEY"].map((name) => {
    const value = readVariable(name, env);
    return value && readPem(name, value);
  });
  return cert && key ? { cert, key } : undefined;
}
