import { RequestError } from "../../ai-error.ts";
import { vertexProject } from "../../auth/ambient-credentials.ts";
import { AMBIENT_CREDENTIALS } from "../../auth/env-keys.ts";
import { readVariable } from "../../auth/environment.ts";
import { googleAccessToken } from "../../auth/google/access-token.ts";
import { keyVariable, requestKey } from "../../auth/request-key.ts";
import type { Context } from "../../contract/context.ts";
import type { Model } from "../../contract/model.ts";
import { endpointUrl } from "../../transport/endpoint-url.ts";
import type { HttpRequest } from "../../transport/send.ts";
import { buildBody, type GoogleOptions } from "../google-generative-ai/request.ts";

export interface GoogleVertexOptions extends GoogleOptions {
  project?: string;
  location?: string;
}

/** Builds the request. With an API key it needs no project; with application-default credentials it names project and location. */
export async function buildRequest(model: Model, context: Context, options: GoogleVertexOptions): Promise<HttpRequest> {
  const key = requestKey(model, options);
  const withKey = key !== undefined && key !== AMBIENT_CREDENTIALS;
  const location = options.location ?? readVariable("GOOGLE_CLOUD_LOCATION", options.env) ?? "global";
  const parent = withKey ? "" : `/projects/${projectOf(options)}/locations/${location}`;
  const baseUrl = hostFor(model.baseUrl, withKey ? "global" : location);
  const path = `/v1${parent}/publishers/google/models/${model.id}:streamGenerateContent?alt=sse`;
  return {
    url: endpointUrl(baseUrl, path, options.env),
    headers: withKey ? { "x-goog-api-key": key } : { authorization: `Bearer ${await googleAccessToken(options)}` },
    body: buildBody(model, context, options),
    keyVariable: keyVariable(model, options),
  };
}

/** Returns the base URL for a location. The global endpoint has no region in its name. */
function hostFor(baseUrl: string, location: string): string {
  return location === "global" ? baseUrl.replace("{location}-", "") : baseUrl.replace("{location}", location);
}

function projectOf(options: GoogleVertexOptions): string {
  const project = options.project ?? vertexProject(options.env);
  if (project) return project;
  throw new RequestError("No Google Cloud project for Vertex. Set GOOGLE_CLOUD_PROJECT.", { code: "auth" });
}
