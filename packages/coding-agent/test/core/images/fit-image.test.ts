import { expect, test } from "vitest";
import { detectImageType, fitImage, readImageSize } from "../../../src/core/images/index.ts";
import { type Corner, makeImage, redCorner, withOrientation } from "./make-image.ts";

const LIMITS = { maxWidth: 100, maxHeight: 100 };

test("the size is read from the header of every type", () => {
  const image = makeImage(30, 20);
  for (const bytes of [image.get_bytes(), image.get_bytes_jpeg(80), image.get_bytes_webp(), bitmap(30, 20)]) {
    const type = detectImageType(bytes);
    expect([type, type && readImageSize(bytes, type)]).toEqual([type, { width: 30, height: 20 }]);
  }
  const gif = Buffer.from("R0lGODlhHgAUAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
  expect([detectImageType(gif), readImageSize(gif, "image/gif")]).toEqual(["image/gif", { width: 30, height: 20 }]);
});

test("a header that is cut short gives no size, wherever it is cut", () => {
  const jpeg = makeImage(30, 20).get_bytes_jpeg(80);
  const sizes = Array.from({ length: 200 }, (_, length) => readImageSize(jpeg.subarray(0, length), "image/jpeg"));
  expect(new Set(sizes.map((size) => JSON.stringify(size)))).toEqual(new Set([undefined, '{"width":30,"height":20}']));
  expect(readImageSize(new Uint8Array([0x89]), "image/png")).toBeUndefined();
});

test("an image within the limits is not touched", async () => {
  const bytes = makeImage(100, 80).get_bytes();
  const fitted = await fitImage(bytes, "image/png", LIMITS);
  expect(fitted?.bytes).toBe(bytes);
});

test("P-TOOL-19: an image above the limits is scaled to fit, in its proportions", async () => {
  const fitted = await fitImage(makeImage(400, 300).get_bytes(), "image/png", LIMITS);
  expect(fitted).toMatchObject({
    mimeType: "image/png",
    size: { width: 100, height: 75 },
    originalSize: { width: 400, height: 300 },
  });
  expect(readImageSize(fitted!.bytes, "image/png")).toEqual({ width: 100, height: 75 });
  expect(redCorner(fitted!.bytes)).toEqual(["upper left"]);
});

test("a photograph stays one", async () => {
  const fitted = await fitImage(makeImage(400, 300).get_bytes_jpeg(90), "image/jpeg", LIMITS);
  expect([fitted?.mimeType, detectImageType(fitted!.bytes)]).toEqual(["image/jpeg", "image/jpeg"]);
});

test("a type that models do not take is converted", async () => {
  const fitted = await fitImage(bitmap(30, 20), "image/bmp");
  expect([fitted?.mimeType, fitted?.size]).toEqual(["image/png", { width: 30, height: 20 }]);
});

test("the byte limit is kept by quality first and size last", async () => {
  const fitted = await fitImage(makeImage(400, 300).get_bytes(), "image/png", { maxBytes: 700 });
  expect(fitted!.bytes.length).toBeLessThanOrEqual(700);
  expect(fitted!.size.width).toBeLessThan(400);
  expect(await fitImage(makeImage(400, 300).get_bytes(), "image/png", { maxBytes: 10 })).toBeUndefined();
});

const TURNED: [number, Corner][] = [
  [1, "upper left"],
  [2, "upper right"],
  [3, "lower right"],
  [4, "lower left"],
  [5, "upper left"],
  [6, "upper right"],
  [7, "lower right"],
  [8, "lower left"],
];

test.each(TURNED)("a camera's orientation %i is carried out", async (orientation, corner) => {
  const jpeg = withOrientation(makeImage(400, 300).get_bytes_jpeg(90), orientation);
  const fitted = await fitImage(jpeg, "image/jpeg", LIMITS);
  expect(redCorner(fitted!.bytes)).toEqual([corner]);
  expect(fitted!.size).toEqual(orientation < 5 ? { width: 100, height: 75 } : { width: 75, height: 100 });
});

test("a damaged image gives nothing", async () => {
  const bytes = makeImage(400, 300).get_bytes().fill(0, 40);
  expect(await fitImage(bytes, "image/png", LIMITS)).toBeUndefined();
});

function bitmap(width: number, height: number): Buffer {
  const pixels = Buffer.alloc(width * height * 4, 128);
  const header = Buffer.alloc(54);
  header.write("BM");
  header.writeUInt32LE(54 + pixels.length, 2);
  header.writeUInt32LE(54, 10);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(width, 18);
  header.writeInt32LE(height, 22);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(32, 28);
  return Buffer.concat([header, pixels]);
}
