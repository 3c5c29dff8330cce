export { detectImageType, type ImageMimeType } from "./detect-image-type.ts";
