import { authHeaders } from "../auth/auth-headers.ts";
import { keyVariable, requestKey } from "../auth/request-key.ts";
import type { ClassifierModel, ClassifierOptions } from "../contract/classifier.ts";
import { readJsonAnswer } from "../transport/body/read-json-answer.ts";
import { endpointUrl } from "../transport/endpoint-url.ts";
import { send } from "../transport/send.ts";

interface ClassifierRequest {
  readonly path: string;
  readonly body: object;
  readonly headers?: Record<string, string>;
}

/** Sends one request with a JSON answer, with the usual key, retries and hooks. */
export async function postClassifierRequest<TAnswer extends object>(
  model: ClassifierModel,
  { path, body, headers }: ClassifierRequest,
  options: ClassifierOptions,
): Promise<TAnswer> {
  const answer = await send(
    model,
    {
      url: endpointUrl(model.baseUrl, path, options.env),
      headers: {
        accept: "application/json",
        ...authHeaders(model, requestKey(model, options), "bearer"),
        ...headers,
      },
      body,
      keyVariable: keyVariable(model, options),
    },
    options,
  );
  return await readJsonAnswer<TAnswer>(answer, model.provider);
}
