import { RequestError } from "../ai-error.ts";
import { readVariable } from "../auth/environment.ts";
import type { Model } from "../contract/model.ts";
import type { StreamOptions } from "../contract/options.ts";

/** Options of an Azure resource, which belongs to the user: its URL and deployment names must be configured. */
export interface AzureEndpointOptions extends StreamOptions {
  azureApiVersion?: string;
  azureResourceName?: string;
  azureBaseUrl?: string;
  azureDeploymentName?: string;
}

const DEFAULT_API_VERSION = "v1";

export interface AzureEndpoint {
  readonly baseUrl: string;
  readonly apiVersion: string;
  /** The resource's name for the model. */
  readonly deployment: string;
}

export function azureEndpoint(model: Model, options: AzureEndpointOptions): AzureEndpoint {
  const variable = (name: string) => readVariable(name, options.env);
  const resource = options.azureResourceName ?? variable("AZURE_OPENAI_RESOURCE_NAME");
  const address =
    options.azureBaseUrl ??
    variable("AZURE_OPENAI_BASE_URL") ??
    (resource && `https://${resource}.openai.azure.com`) ??
    model.baseUrl;
  if (!address) {
    throw new RequestError(
      "No address for Azure OpenAI. Set AZURE_OPENAI_BASE_URL or AZURE_OPENAI_RESOURCE_NAME to your resource.",
      { code: "invalid-request" },
    );
  }
  const deployments = variable("AZURE_OPENAI_DEPLOYMENT_NAME_MAP") ?? "";
  return {
    baseUrl: apiAddress(address),
    apiVersion: options.azureApiVersion ?? variable("AZURE_OPENAI_API_VERSION") ?? DEFAULT_API_VERSION,
    deployment: options.azureDeploymentName ?? deploymentIn(deployments, model.id) ?? model.id,
  };
}

/** Returns the API's URL. The portal shows the root of a resource, with the API below it; any other URL is used unchanged. */
function apiAddress(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isRoot = url && RESOURCE_HOST.test(url.hostname) && /^\/(?:openai\/?)?$/.test(url.pathname);
  return isRoot ? `${url.origin}/openai/v1` : address;
}

const RESOURCE_HOST = /\.(?:ai|cognitiveservices|openai)\.azure\.com$/;

/** Looks up a model in a map of the form `model=deployment,model=deployment`. */
function deploymentIn(map: string, id: string): string | undefined {
  for (const pair of map.split(",")) {
    const [model, deployment] = pair.split("=").map((part) => part.trim());
    if (model === id && deployment) return deployment;
  }
  return undefined;
}
