import type { BaseModel } from "../contract/model.ts";
import type { ProviderRequestOptions } from "../contract/options.ts";
import type { HttpAnswer, HttpRequest } from "./send.ts";

/** Loads `send` and its network code at the first request. */
export async function send<TModel extends BaseModel>(
  model: TModel,
  request: HttpRequest,
  options?: ProviderRequestOptions<TModel>,
): Promise<HttpAnswer> {
  const transport = await import("./send.ts");
  return await transport.send(model, request, options);
}
