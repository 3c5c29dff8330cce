import * as fc from "fast-check";

const side = fc.integer({ min: 0, max: 70_000 });

function png(width: number, height: number): number[] {
  return [
    0x89,
    0x50,
    0x4e,
    0x47,
    13,
    10,
    26,
    10,
    0,
    0,
    0,
    13,
    0x49,
    0x48,
    0x44,
    0x52,
    ...big(width, 4),
    ...big(height, 4),
    8,
    6,
    0,
    0,
    0,
  ];
}

function gif(width: number, height: number): number[] {
  return [...Buffer.from("GIF89a"), ...little(width, 2), ...little(height, 2), 0, 0, 0];
}

function jpeg(width: number, height: number): number[] {
  const app = [0xff, 0xe0, 0, 4, 1, 2];
  return [
    0xff,
    0xd8,
    ...app,
    0xff,
    0xc0,
    0,
    17,
    8,
    ...big(height, 2),
    ...big(width, 2),
    3,
    1,
    0x22,
    0,
    2,
    0x11,
    1,
    3,
    0x11,
    1,
  ];
}

function webp(width: number, height: number): number[] {
  const head = [...Buffer.from("RIFF"), 40, 0, 0, 0, ...Buffer.from("WEBPVP8X"), 10, 0, 0, 0, 0, 0, 0, 0];
  return [...head, ...little(Math.max(width - 1, 0), 3), ...little(Math.max(height - 1, 0), 3)];
}

function big(value: number, bytes: number): number[] {
  return little(value, bytes).reverse();
}

function little(value: number, bytes: number): number[] {
  return Array.from({ length: bytes }, (_, index) => Math.floor(value / 256 ** index) % 256);
}

/** The head of an image in one of the known formats, whole or cut, as base64. */
export const imageBytes = fc
  .tuple(
    fc.constantFrom(png, gif, jpeg, webp),
    side,
    side,
    fc.option(fc.integer({ min: 0, max: 40 }), { nil: undefined }),
  )
  .map(([encode, width, height, cut]) => Buffer.from(encode(width, height).slice(0, cut)).toString("base64"));
