let table: Uint32Array | undefined;

/** Computes the CRC-32 of IEEE 802.3, as used by zip and AWS. */
export function crc32(bytes: Uint8Array): number {
  table ??= buildTable();
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (table[(crc ^ byte) & 0xff] as number);
  return (crc ^ 0xffffffff) >>> 0;
}

function buildTable(): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, index) => {
    let value = index;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    return value >>> 0;
  });
}
