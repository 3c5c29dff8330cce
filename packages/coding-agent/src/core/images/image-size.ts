import type { ImageMimeType } from "./detect-image-type.ts";

export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Larger images are not decoded, because decoding takes some 13 bytes per pixel. 40 million pixels are a photograph of 7300x5500. */
export const MAX_PIXELS = 40_000_000;

export function isTooLarge({ width, height }: ImageSize): boolean {
  return width * height > MAX_PIXELS;
}

/** Reads the size from the header alone; `undefined` if the header is damaged. */
export function readImageSize(bytes: Uint8Array, type: ImageMimeType): ImageSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return READERS[type](view);
  } catch (error) {
    // A truncated header makes the reader go past the end.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const READERS: Readonly<Record<ImageMimeType, (view: DataView) => ImageSize | undefined>> = {
  "image/png": (view) => ({ width: view.getUint32(16), height: view.getUint32(20) }),
  "image/gif": (view) => ({ width: view.getUint16(6, true), height: view.getUint16(8, true) }),
  "image/bmp": (view) => ({ width: view.getInt32(18, true), height: Math.abs(view.getInt32(22, true)) }),
  "image/jpeg": readJpeg,
  "image/webp": readWebp,
};

/** Reads the size from the frame header and skips the segments before it by their length. */
function readJpeg(view: DataView): ImageSize | undefined {
  for (let at = 2; ; ) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) at++;
    else if (isFrameHeader(marker)) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    else at += 2 + view.getUint16(at + 2);
  }
}

function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function readWebp(view: DataView): ImageSize | undefined {
  const form = view.getUint32(12);
  if (form === VP8X) return { width: 1 + getUint24(view, 24), height: 1 + getUint24(view, 27) };
  if (form === VP8L) {
    const bits = view.getUint32(21, true);
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
  }
  if (form !== VP8) return undefined;
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
}

const VP8X = 0x56503858;
const VP8L = 0x5650384c;
const VP8 = 0x56503820;

function getUint24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
}
