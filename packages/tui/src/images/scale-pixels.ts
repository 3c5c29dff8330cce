import type { Pixels } from "./pixels.ts";

/** Scales by nearest neighbour: images are shown small, and scaling happens while drawing, so it must be fast. */
export function scalePixels(pixels: Pixels, targetWidth: number, targetHeight: number): Pixels {
  const width = Math.max(1, Math.floor(targetWidth));
  const height = Math.max(1, Math.floor(targetHeight));
  if (width === pixels.width && height === pixels.height) return pixels;
  const rgba = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    const sourceRow = Math.floor((y * pixels.height) / height) * pixels.width;
    for (let x = 0; x < width; x++) {
      const source = (sourceRow + Math.floor((x * pixels.width) / width)) * 4;
      rgba.set(pixels.rgba.subarray(source, source + 4), (y * width + x) * 4);
    }
  }
  return { width, height, rgba };
}
