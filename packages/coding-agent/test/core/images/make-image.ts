import { crc32, deflateSync } from "node:zlib";
import photon from "@silvia-odwyer/photon-node";

/** A picture of grey, with a red pixel block in its upper left corner. */
export function makeImage(width: number, height: number): InstanceType<typeof photon.PhotonImage> {
  const pixels = new Uint8Array(width * height * 4).fill(200);
  for (let y = 0; y < height / 4; y++) {
    for (let x = 0; x < width / 4; x++) pixels.set([255, 0, 0, 255], (y * width + x) * 4);
  }
  for (let alpha = 3; alpha < pixels.length; alpha += 4) pixels[alpha] = 255;
  return new photon.PhotonImage(pixels, width, height);
}

export type Corner = "upper left" | "upper right" | "lower left" | "lower right";

/** In which corner of an encoded picture the red block is. */
export function redCorner(bytes: Uint8Array): Corner[] {
  const image = photon.PhotonImage.new_from_byteslice(bytes);
  const [width, height, pixels] = [image.get_width(), image.get_height(), image.get_raw_pixels()];
  const isRed = (x: number, y: number) => (pixels[(y * width + x) * 4 + 1] ?? 255) < 100;
  const corners: [Corner, boolean][] = [
    ["upper left", isRed(0, 0)],
    ["upper right", isRed(width - 1, 0)],
    ["lower left", isRed(0, height - 1)],
    ["lower right", isRed(width - 1, height - 1)],
  ];
  return corners.filter(([, red]) => red).map(([corner]) => corner);
}

/** A JPEG with an EXIF segment that notes an orientation. */
export function withOrientation(jpeg: Uint8Array, orientation: number): Buffer {
  const tiff = Buffer.from("4d4d002a00000008000101120003000000010000000000000000", "hex");
  tiff.writeUInt16BE(orientation, 18);
  const body = Buffer.concat([Buffer.from("Exif\0\0"), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, body.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)]);
}

/** A black picture of any size, made without its pixels being drawn. */
export function blankPicture(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const rows = deflateSync(Buffer.alloc((width + 1) * height), { level: 1 });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
