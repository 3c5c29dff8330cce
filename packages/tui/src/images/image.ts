import type { Component } from "../component.ts";
import { truncateToWidth } from "../text/index.ts";
import { getCapabilities } from "./capabilities.ts";
import { getCellDimensions } from "./cell-size.ts";
import { rowMarker } from "./figure.ts";
import { getImageDimensions, type ImageDimensions } from "./image-dimensions.ts";
import { imageFallback, renderImage } from "./render-image.ts";

export interface ImageTheme {
  fallbackColor: (text: string) => string;
}

export interface ImageOptions {
  maxWidthCells?: number;
  /** Default: as many as make a square of `maxWidthCells`, so that a long picture does not fill several screens. */
  maxHeightCells?: number;
  filename?: string;
  /** Kitty only: replaces the image with this id. */
  imageId?: number;
}

const DEFAULT_MAX_WIDTH = 60;

/** Shows an image, or a line with its name if the terminal cannot show it. */
export class Image implements Component {
  private readonly base64Data: string;
  private readonly mimeType: string;
  private readonly theme: ImageTheme;
  private readonly options: ImageOptions;
  private readonly dimensions: ImageDimensions;
  private imageId: number | undefined;
  private drawn: { width: number; lines: string[] } | undefined;

  constructor(
    base64Data: string,
    mimeType: string,
    theme: ImageTheme,
    options: ImageOptions = {},
    dimensions?: ImageDimensions,
  ) {
    this.base64Data = base64Data;
    this.mimeType = mimeType;
    this.theme = theme;
    this.options = options;
    this.imageId = options.imageId;
    this.dimensions = dimensions ?? getImageDimensions(base64Data, mimeType) ?? { widthPx: 800, heightPx: 600 };
  }

  getImageId(): number | undefined {
    return this.imageId;
  }

  invalidate(): void {
    this.drawn = undefined;
  }

  render(width: number): string[] {
    if (this.drawn?.width !== width) this.drawn = { width, lines: this.draw(width) };
    return this.drawn.lines;
  }

  /** Explains why a terminal that can show images does not show this one. */
  private reason(): string {
    if (getCapabilities().images === null) return "";
    return this.mimeType === "image/png"
      ? " (this terminal cannot show this kind of PNG)"
      : " (this terminal shows PNG only)";
  }

  private draw(width: number): string[] {
    const { filename } = this.options;
    const maxWidthCells = Math.max(1, Math.min(width, this.options.maxWidthCells ?? DEFAULT_MAX_WIDTH));
    const image = renderImage(this.base64Data, this.dimensions, {
      maxWidthCells,
      maxHeightCells: this.options.maxHeightCells ?? squareHeight(maxWidthCells),
      ...(this.imageId === undefined ? {} : { imageId: this.imageId }),
    });
    if (!image) {
      const name = imageFallback(this.mimeType, this.dimensions, filename) + this.reason();
      return [this.theme.fallbackColor(truncateToWidth(name, width))];
    }
    this.imageId ??= image.imageId;
    return Array.from({ length: image.rows }, (_, row) => rowMarker(image.sequence, row));
  }
}

/** Returns the number of rows that are as high as the columns are wide. */
function squareHeight(columns: number): number {
  const { widthPx, heightPx } = getCellDimensions();
  return Math.max(1, Math.ceil((columns * widthPx) / heightPx));
}
