import { onlyBase64 } from "./base64.ts";

const CHUNK = 4096;

export interface KittyOptions {
  columns?: number;
  rows?: number;
  imageId?: number;
  /** Whether the cursor moves after the image. Default: true. */
  moveCursor?: boolean;
  /** Shows only these pixel rows. */
  crop?: { y: number; height: number };
}

/** Returns a random id, so that programs that share a terminal do not overwrite each other's images. */
export function allocateImageId(): number {
  return 1 + Math.floor(Math.random() * (2 ** 32 - 2));
}

/** Sends a PNG and shows it at the cursor. */
export function encodeKitty(base64Data: string, options: KittyOptions = {}): string {
  const id = options.imageId ? [`i=${options.imageId}`] : [];
  return inChunks(["a=T", "f=100", "q=2", ...displayKeys(options), ...id], base64Data);
}

/** Sends a PNG for `placeKittyImage` to show. Replaces an earlier image with the same number. */
export function sendKittyImage(base64Data: string, imageId: number): string {
  return inChunks(["a=t", "f=100", "q=2", `i=${imageId}`], base64Data);
}

/** Shows an image that was sent before. The terminal reports an error if it no longer has the data. */
export function placeKittyImage(imageId: number, placement: number, options: KittyOptions): string {
  return command(["a=p", `i=${imageId}`, `p=${placement}`, ...displayKeys(options), "q=1"]);
}

/** Removes one placement of an image; its data stay. */
export function deleteKittyPlacement(imageId: number, placement: number): string {
  return command(["a=d", "d=i", `i=${imageId}`, `p=${placement}`, "q=2"]);
}

/** Removes an image and frees its data. */
export function deleteKittyImage(imageId: number): string {
  return command(["a=d", "d=I", `i=${imageId}`, "q=2"]);
}

export function deleteAllKittyImages(): string {
  return command(["a=d", "d=A", "q=2"]);
}

function displayKeys({ moveCursor, columns, rows, crop }: KittyOptions): string[] {
  return [
    ...(moveCursor === false ? ["C=1"] : []),
    ...(columns ? [`c=${columns}`] : []),
    ...(rows ? [`r=${rows}`] : []),
    ...(crop ? [`y=${crop.y}`, `h=${crop.height}`] : []),
  ];
}

function command(keys: readonly string[]): string {
  return `\x1b_G${keys.join(",")}\x1b\\`;
}

function inChunks(keys: readonly string[], data: string): string {
  const base64Data = onlyBase64(data);
  const chunks: string[] = [];
  for (let start = 0; start < base64Data.length || start === 0; start += CHUNK) {
    const more = start + CHUNK < base64Data.length;
    const control = start === 0 ? keys.join(",") + (more ? ",m=1" : "") : `m=${more ? 1 : 0}`;
    chunks.push(`\x1b_G${control};${base64Data.slice(start, start + CHUNK)}\x1b\\`);
  }
  return chunks.join("");
}
