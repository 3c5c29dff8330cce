export type ImageMimeType = "image/png" | "image/jpeg" | "image/gif" | "image/webp" | "image/bmp";

/** Detects the type by the first bytes, because a file name says nothing reliable about the content. */
export function detectImageType(bytes: Uint8Array): ImageMimeType | undefined {
  return SIGNATURES.find((signature) => signature.matches(bytes))?.type;
}

const SIGNATURES: readonly { readonly type: ImageMimeType; matches(bytes: Uint8Array): boolean }[] = [
  { type: "image/png", matches: (bytes) => startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) },
  { type: "image/jpeg", matches: (bytes) => startsWith(bytes, [0xff, 0xd8, 0xff]) },
  { type: "image/gif", matches: (bytes) => ["GIF87a", "GIF89a"].includes(ascii(bytes, 0, 6)) },
  { type: "image/webp", matches: (bytes) => ascii(bytes, 0, 4) === "RIFF" && ascii(bytes, 8, 12) === "WEBP" },
  { type: "image/bmp", matches: isBitmap },
];

/** Returns whether the bytes are a bitmap. Checks the header's length too: a text may begin with the two letters "BM". */
function isBitmap(bytes: Uint8Array): boolean {
  if (ascii(bytes, 0, 2) !== "BM" || bytes.length < 26) return false;
  const headerLength = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).readUInt32LE(14);
  return [12, 40, 52, 56, 64, 108, 124].includes(headerLength);
}

function startsWith(bytes: Uint8Array, prefix: readonly number[]): boolean {
  return prefix.every((byte, index) => bytes[index] === byte);
}

function ascii(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, end));
}
