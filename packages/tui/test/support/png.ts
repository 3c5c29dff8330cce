import { deflateSync } from "node:zlib";

/** A PNG of the given colour per pixel, with every filter in turn, so that decoding it is worth something. */
export function png(width: number, height: number, color: (x: number, y: number) => readonly number[]): string {
  const samples = color(0, 0).length;
  const rows = Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_, x) => color(x, y)).flat());
  const filtered = rows.flatMap((row, y) => {
    const filter = y % 5;
    const at = (list: readonly number[] | undefined, index: number) => (index < 0 ? 0 : (list?.[index] ?? 0));
    return [
      filter,
      ...row.map((value, index) => {
        const left = at(row, index - samples);
        const up = at(rows[y - 1], index);
        const corner = at(rows[y - 1], index - samples);
        const guesses = [0, left, up, (left + up) >> 1, paeth(left, up, corner)];
        return (value - (guesses[filter] ?? 0)) & 255;
      }),
    ];
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  header[9] = { 1: 0, 2: 4, 3: 2, 4: 6 }[samples] ?? 6;
  const file = [
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.from(filtered))),
    chunk("IEND", Buffer.alloc(0)),
  ];
  return Buffer.concat(file).toString("base64");
}

function paeth(left: number, up: number, corner: number): number {
  const [a, b, c] = [left, up, corner].map((value) => Math.abs(left + up - corner - value)) as [number, number, number];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
}
