export interface ImageDimensions {
  widthPx: number;
  heightPx: number;
}

/** Enough of the file for any header. In a JPEG, a photo's metadata may come before the size. */
const HEADER_CHARACTERS = 400_000;

/** Reads the size from the header of an image; null if the data are not of that type. Decodes nothing else. */
export function getImageDimensions(base64Data: string, mimeType: string): ImageDimensions | null {
  switch (mimeType) {
    case "image/png":
      return getPngDimensions(base64Data);
    case "image/jpeg":
    case "image/jpg":
      return getJpegDimensions(base64Data);
    case "image/gif":
      return getGifDimensions(base64Data);
    case "image/webp":
      return getWebpDimensions(base64Data);
    default:
      return null;
  }
}

export function getPngDimensions(base64Data: string): ImageDimensions | null {
  const bytes = header(base64Data);
  if (bytes.length < 24 || bytes.readUInt32BE(0) !== 0x89504e47) return null;
  return size(bytes.readUInt32BE(16), bytes.readUInt32BE(20));
}

export function getGifDimensions(base64Data: string): ImageDimensions | null {
  const bytes = header(base64Data);
  if (bytes.length < 10 || !/^GIF8[79]a$/.test(bytes.toString("latin1", 0, 6))) return null;
  return size(bytes.readUInt16LE(6), bytes.readUInt16LE(8));
}

export function getJpegDimensions(base64Data: string): ImageDimensions | null {
  const bytes = header(base64Data);
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  let offset = 2;
  while (offset + 9 <= bytes.length) {
    if (bytes[offset] !== 0xff) return null;
    const marker = bytes[offset + 1] ?? 0;
    if (isFrameHeader(marker)) return size(bytes.readUInt16BE(offset + 7), bytes.readUInt16BE(offset + 5));
    // A fill byte has no length; every other segment contains its length.
    offset += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(offset + 2);
  }
  return null;
}

export function getWebpDimensions(base64Data: string): ImageDimensions | null {
  const bytes = header(base64Data);
  if (bytes.length < 30 || bytes.toString("latin1", 0, 4) !== "RIFF" || bytes.toString("latin1", 8, 12) !== "WEBP") {
    return null;
  }
  switch (bytes.toString("latin1", 12, 16)) {
    case "VP8 ":
      return size(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff);
    case "VP8L": {
      const bits = bytes.readUInt32LE(21);
      return size((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
    }
    case "VP8X":
      return size(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1);
    default:
      return null;
  }
}

function header(base64Data: string): Buffer {
  return Buffer.from(base64Data.slice(0, HEADER_CHARACTERS), "base64");
}

function size(widthPx: number, heightPx: number): ImageDimensions | null {
  return widthPx > 0 && heightPx > 0 ? { widthPx, heightPx } : null;
}

/** Returns whether the marker starts a frame, in any coding. C4, C8 and CC are not frames but tables and an extension. */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}
