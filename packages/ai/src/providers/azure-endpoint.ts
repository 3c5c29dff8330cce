import { RequestError } from "../ai-error.ts";
import { readVariable } from "../auth/environment.ts";
import type { Model } from "../contract/model.ts";
import type { StreamOptions } from "../contract/options.ts";

/** An Azure resource is the user's own: its address and the names of its deployments are configuration. */
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
  /** What the resource calls the model. */
  readonly deployment: string;
}

export function azureEndpoint(model: Model, options: AzureEndpointOptions): AzureEndpoint {
  const variable = (name: string) => readVariable(name, options.env);
  const resource = options.azureResourceName ?? variable("AZURE_OPENAI_RESOURCE_NAME");
  const baseUrl =
    options.azureBaseUrl ??
    variable("AZURE_OPENAI_BASE_URL") ??
    (resource && `https://${resource}.openai.azure.com/openai/v1`) ??
    model.baseUrl;
  if (!baseUrl) {
    throw new RequestError(
      "No address for Azure OpenAI. Set AZURE_OPENAI_BASE_URL or AZURE_OPENAI_RESOURCE_NAME to your resource.",
      { code: "invalid-request" },
    );
  }
  const deployments = variable("AZURE_OPENAI_DEPLOYMENT_NAME_MAP") ?? "";
  return {
    baseUrl,
    apiVersion: options.azureApiVersion ?? variable("AZURE_OPENAI_API_VERSION") ?? DEFAULT_API_VERSION,
    deployment: options.azureDeploymentName ?? deploymentIn(deployments, model.id) ?? model.id,
  };
}

/** The map is written `model=deployment,model=deployment`. */
function deploymentIn(map: string, id: string): string | undefined {
  for (const pair of map.split(",")) {
    const [model, deployment] = pair.split("=").map((part) => part.trim());
    if (model === id && deployment) return deployment;
  }
  return undefined;
}
