import type { Pixels } from "./pixels.ts";

/** Samples per pixel by PNG colour type. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const MAX_PIXELS = 40_000_000;
/** Extra bytes allowed after decompression. A file that unpacks to much more than its pixels is rejected. */
const SLACK = 4096;

interface PngParts {
  readonly width: number;
  readonly height: number;
  readonly colorType: number;
  readonly palette: Buffer;
  readonly opacity: Buffer;
  readonly data: Buffer;
}

/** Decodes a PNG with eight bits per sample and no interlacing, as nearly all are; returns undefined for any other. */
export function decodePng(file: Buffer): Pixels | undefined {
  const parts = readParts(file);
  if (!parts || parts.width * parts.height > MAX_PIXELS) return undefined;
  const samples = SAMPLES[parts.colorType] ?? 0;
  const stride = parts.width * samples;
  const raw = inflate(parts.data, (stride + 1) * parts.height);
  if (samples === 0 || !raw || raw.length < (stride + 1) * parts.height) return undefined;
  const scanlines = unfilter(raw, stride, samples, parts.height);
  return { width: parts.width, height: parts.height, rgba: toRgba(scanlines, parts, samples) };
}

/** Checks the header, which is the first 33 bytes. */
export function isDecodablePng(file: Buffer): boolean {
  return file.length >= 33 && file.readUInt32BE(0) === 0x89504e47 && file[24] === 8 && file[28] === 0;
}

function readParts(file: Buffer): PngParts | undefined {
  if (!isDecodablePng(file)) return undefined;
  const colorType = file[25] ?? 0;
  const chunks: Record<string, Buffer[]> = { PLTE: [], tRNS: [], IDAT: [] };
  for (let offset = 8; offset + 12 <= file.length; ) {
    const length = file.readUInt32BE(offset);
    const type = file.toString("latin1", offset + 4, offset + 8);
    chunks[type]?.push(file.subarray(offset + 8, offset + 8 + length));
    offset += 12 + length;
  }
  const [palette, opacity, data] = [chunks.PLTE, chunks.tRNS, chunks.IDAT].map((parts) => Buffer.concat(parts ?? []));
  if (!palette || !opacity || !data) return undefined;
  return { width: file.readUInt32BE(16), height: file.readUInt32BE(20), colorType, palette, opacity, data };
}

function inflate(data: Buffer, length: number): Buffer | undefined {
  try {
    // Loaded on first use, because most runs show no image.
    return process.getBuiltinModule("node:zlib").inflateSync(data, { maxOutputLength: length + SLACK });
  } catch {
    // For a damaged file the fallback text is shown.
    return undefined;
  }
}

/** Reverses the filters: each row names the filter that predicted its bytes from the bytes to the left and above. */
function unfilter(raw: Buffer, stride: number, samples: number, height: number): Uint8Array {
  const out = new Uint8Array(stride * height);
  // Bytes above the first row and left of the first pixel count as zero.
  const before = (row: number, index: number) => (row < 0 || index < 0 ? 0 : (out[row * stride + index] ?? 0));
  for (let row = 0; row < height; row++) {
    const source = row * (stride + 1);
    const filter = raw[source] ?? 0;
    for (let index = 0; index < stride; index++) {
      const left = before(row, index - samples);
      const predicted = predict(filter, left, before(row - 1, index), before(row - 1, index - samples));
      out[row * stride + index] = (raw[source + 1 + index] ?? 0) + predicted;
    }
  }
  return out;
}

function predict(filter: number, left: number, up: number, corner: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4:
      return paeth(left, up, corner);
    default:
      return 0;
  }
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner;
  const toLeft = Math.abs(estimate - left);
  const toUp = Math.abs(estimate - up);
  const toCorner = Math.abs(estimate - corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

function toRgba(bytes: Uint8Array, parts: PngParts, samples: number): Uint8Array {
  const rgba = new Uint8Array(parts.width * parts.height * 4);
  for (let pixel = 0; pixel < parts.width * parts.height; pixel++) {
    rgba.set(colorAt(bytes, pixel * samples, parts), pixel * 4);
  }
  return rgba;
}

function colorAt(bytes: Uint8Array, at: number, { colorType, palette, opacity }: PngParts): number[] {
  const value = (offset: number) => bytes[at + offset] ?? 0;
  switch (colorType) {
    case 0:
      return [value(0), value(0), value(0), 255];
    case 4:
      return [value(0), value(0), value(0), value(1)];
    case 3: {
      const entry = value(0);
      return [palette[entry * 3] ?? 0, palette[entry * 3 + 1] ?? 0, palette[entry * 3 + 2] ?? 0, opacity[entry] ?? 255];
    }
    case 2:
      return [value(0), value(1), value(2), 255];
    default:
      return [value(0), value(1), value(2), value(3)];
  }
}
