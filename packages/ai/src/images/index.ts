export {
  generateImages,
  getImagesApiProvider,
  registerBuiltInImagesApiProviders,
  registerImagesApiProvider,
} from "./images-registry.ts";
export { generateImagesOpenRouter } from "./openrouter-images.ts";
