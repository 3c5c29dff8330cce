export { detectImageType, type ImageMimeType } from "./detect-image-type.ts";
export { fitContent, imageLimits } from "./fit-content.ts";
export { type FittedImage, fitImage, type ImageResizeOptions, toPng } from "./fit-image.ts";
export { isTooLarge, MAX_PIXELS, readImageSize } from "./image-size.ts";
