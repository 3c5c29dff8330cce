export { detectImageType, type ImageMimeType } from "./detect-image-type.ts";
export { type FittedImage, fitImage, type ImageResizeOptions, toPng } from "./fit-image.ts";
export { type ImageSize, readImageSize } from "./image-size.ts";
