const CHUNK = 4096;

export interface KittyOptions {
  columns?: number;
  rows?: number;
  imageId?: number;
  /** Whether the cursor goes behind the image. Default: true. */
  moveCursor?: boolean;
  /** Shows only these pixel rows. */
  crop?: { y: number; height: number };
}

/** Random, so that programs that share a terminal do not overwrite each other's images. */
export function allocateImageId(): number {
  return 1 + Math.floor(Math.random() * (2 ** 32 - 2));
}

/** Sends a PNG and shows it at the cursor. */
export function encodeKitty(base64Data: string, options: KittyOptions = {}): string {
  const keys = ["a=T", "f=100", "q=2"];
  if (options.moveCursor === false) keys.push("C=1");
  if (options.columns) keys.push(`c=${options.columns}`);
  if (options.rows) keys.push(`r=${options.rows}`);
  if (options.crop) keys.push(`y=${options.crop.y}`, `h=${options.crop.height}`);
  if (options.imageId) keys.push(`i=${options.imageId}`);
  const chunks: string[] = [];
  for (let start = 0; start < base64Data.length || start === 0; start += CHUNK) {
    const more = start + CHUNK < base64Data.length;
    const control = start === 0 ? keys.join(",") + (more ? ",m=1" : "") : `m=${more ? 1 : 0}`;
    chunks.push(`\x1b_G${control};${base64Data.slice(start, start + CHUNK)}\x1b\\`);
  }
  return chunks.join("");
}

/** Also frees the image's data. */
export function deleteKittyImage(imageId: number): string {
  return `\x1b_Ga=d,d=I,i=${imageId},q=2\x1b\\`;
}

export function deleteAllKittyImages(): string {
  return "\x1b_Ga=d,d=A,q=2\x1b\\";
}
