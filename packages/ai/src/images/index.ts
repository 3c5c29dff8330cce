export {
  generateImages,
  getImagesApiProvider,
  registerBuiltInImagesApiProviders,
  registerImagesApiProvider,
} from "./images-registry.ts";
export { generateImagesOpenRouter } from "./openrouter-images.ts";
export type * from "./types.ts";

/** The catalogue lists no image models yet; programs name theirs. */
export const getImageProviders = (): string[] => [];
export const getImageModels = (_provider: string): never[] => [];
export const getImageModel = (_provider: string, _id: string): undefined => undefined;
