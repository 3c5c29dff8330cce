import type { Api, Model } from "../contract/model.ts";

export function modelsAreEqual(a: Model | null | undefined, b: Model | null | undefined): boolean {
  return Boolean(a && b) && a?.id === b?.id && a?.provider === b?.provider;
}

/** Narrows a model that was looked up to the protocol it speaks. */
export function hasApi<TApi extends Api>(model: Model, api: TApi): model is Model<TApi> {
  return model.api === api;
}
