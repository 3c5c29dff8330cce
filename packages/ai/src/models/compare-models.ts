import type { AnyModel, ModelType, ModelTypeMap } from "../contract/any-model.ts";
import type { Api, Model } from "../contract/model.ts";

export function modelsAreEqual(a: AnyModel | null | undefined, b: AnyModel | null | undefined): boolean {
  if (!a || !b) return false;
  return a.id === b.id && a.provider === b.provider && getModelType(a) === getModelType(b);
}

export function getModelType(model: AnyModel): ModelType {
  return model.type ?? "chat";
}

/** Narrows a model of a mixed list to what it is good for. */
export function isModelType<TType extends ModelType>(model: AnyModel, type: TType): model is ModelTypeMap[TType] {
  return getModelType(model) === type;
}

/** Narrows a model that was looked up to the protocol it speaks. Only models one talks with speak one. */
export function hasApi<TApi extends Api>(model: AnyModel, api: TApi): model is Model<TApi> {
  return isModelType(model, "chat") && model.api === api;
}
