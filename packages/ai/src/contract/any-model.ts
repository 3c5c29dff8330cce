import type { ClassifierModel } from "./classifier.ts";
import type { ImageModel } from "./images.ts";
import type { Model } from "./model.ts";

/** The models of a catalogue by type. */
export interface ModelTypeMap {
  chat: Model;
  image: ImageModel;
  classifier: ClassifierModel;
}

export type ModelType = keyof ModelTypeMap;
export type AnyModel = ModelTypeMap[ModelType];
