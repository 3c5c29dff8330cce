export { detectImageType } from "./detect-image-type.ts";
export { fitContent, imageLimits } from "./fit-content.ts";
export { type FittedImage, fitImage, type ImageResizeOptions, toPng } from "./fit-image.ts";
export { readImageSize } from "./image-size.ts";
