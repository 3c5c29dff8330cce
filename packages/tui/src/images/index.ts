export {
  detectCapabilities,
  getCapabilities,
  type ImageProtocol,
  resetCapabilitiesCache,
  setCapabilities,
  setCapabilityOverrides,
  type TerminalCapabilities,
} from "./capabilities.ts";
export {
  type CellDimensions,
  calculateImageCellSize,
  calculateImageRows,
  getCellDimensions,
  type ImageCellSize,
  setCellDimensions,
} from "./cell-size.ts";
export { Image, type ImageOptions, type ImageTheme } from "./image.ts";
export {
  getGifDimensions,
  getImageDimensions,
  getJpegDimensions,
  getPngDimensions,
  getWebpDimensions,
  type ImageDimensions,
} from "./image-dimensions.ts";
export { encodeITerm2, type ITerm2Options } from "./iterm2.ts";
export { allocateImageId, deleteAllKittyImages, deleteKittyImage, encodeKitty, type KittyOptions } from "./kitty.ts";
export {
  type ImageRenderOptions,
  imageFallback,
  isImageLine,
  type RenderedImage,
  renderImage,
} from "./render-image.ts";
export { encodeSixel } from "./sixel.ts";
