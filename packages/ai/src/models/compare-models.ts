import type { AnyModel, ModelType, ModelTypeMap } from "../contract/any-model.ts";
import type { Api, Model } from "../contract/model.ts";

export function modelsAreEqual(a: AnyModel | null | undefined, b: AnyModel | null | undefined): boolean {
  if (!a || !b) return false;
  return a.id === b.id && a.provider === b.provider && getModelType(a) === getModelType(b);
}

export function getModelType(model: AnyModel): ModelType {
  return model.type ?? "chat";
}

/** Narrows a model of a mixed list to its type. */
export function isModelType<TType extends ModelType>(model: AnyModel, type: TType): model is ModelTypeMap[TType] {
  return getModelType(model) === type;
}

/** Narrows a model to its protocol. Only chat models have one. */
export function hasApi<TApi extends Api>(model: AnyModel, api: TApi): model is Model<TApi> {
  return isModelType(model, "chat") && model.api === api;
}
