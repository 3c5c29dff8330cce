import { RequestError } from "../ai-error.ts";
import { readVariable } from "../auth/environment.ts";
import { envApiKeyAuth } from "../collection/api-key-auth.ts";
import { createProvider } from "../collection/create-provider.ts";
import { ModelsError } from "../collection/models-error.ts";
import type { ModelProvider, RefreshModelsContext } from "../collection/types.ts";
import type { Model } from "../contract/model.ts";
import { builtInApi } from "../registry/built-in-apis.ts";
import { keptBody } from "../transport/body/server-text.ts";
import { callJson } from "../transport/call-json.ts";
import { httpError } from "../transport/http-error.ts";

export interface RadiusProviderOptions {
  id?: string;
  name?: string;
  /** The URL of the gateway; default: the variable PI_RADIUS_GATEWAY. There is no built-in one. */
  gateway?: string;
}

const GATEWAY_VARIABLE = "PI_RADIUS_GATEWAY";
const KEY_VARIABLE = "RADIUS_API_KEY";

/** Creates a provider for a gateway that uses our own messages and lists its models itself; they are available after a refresh. */
export function radiusProvider(options: RadiusProviderOptions = {}): ModelProvider<"pi-messages"> {
  const { id = "radius", name = "Radius" } = options;
  const keyAuth = envApiKeyAuth(`${name} key`, [KEY_VARIABLE]);
  return createProvider<"pi-messages">({
    id,
    name,
    auth: { apiKey: keyAuth },
    models: [],
    api: builtInApi("pi-messages"),
    fetchModels: async (context) => await fetchModels(id, gatewayOf(name, options.gateway), context),
  });
}

interface GatewayConfig {
  baseUrl?: string;
  models?: Omit<Model<"pi-messages">, "api" | "provider" | "baseUrl">[];
}

async function fetchModels(
  provider: string,
  gateway: string,
  { credential, signal }: RefreshModelsContext,
): Promise<Model<"pi-messages">[]> {
  const key =
    credential?.type === "api_key"
      ? (credential.key ?? readVariable(KEY_VARIABLE, credential.env))
      : readVariable(KEY_VARIABLE);
  const url = `${gateway}/v1/config`;
  const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {};
  const secrets = key ? [key] : [];
  const { ok, status, text, json } = await callJson({ url, headers, signal }, { secrets });
  if (!ok) throw httpError({ provider, url, status, body: text, secrets, keyVariable: KEY_VARIABLE });
  const { baseUrl, models } = (json ?? {}) as GatewayConfig;
  if (!baseUrl || !Array.isArray(models)) {
    throw new RequestError(`${url} lists no models. Check that it is the address of a Radius gateway.`, {
      code: "server",
      body: keptBody(text, secrets),
    });
  }
  return models.map((model) => ({ ...model, api: "pi-messages", provider, baseUrl }));
}

function gatewayOf(name: string, given: string | undefined): string {
  const gateway = given ?? readVariable(GATEWAY_VARIABLE);
  if (gateway) return gateway.replace(/\/+$/, "");
  throw new ModelsError("model_source", `No address of the ${name} gateway. Set ${GATEWAY_VARIABLE} to it.`);
}
