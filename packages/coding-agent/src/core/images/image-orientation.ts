/** Returns the EXIF orientation of a JPEG, from 1 (upright) to 8. */
export function readOrientation(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const start = findExif(view);
    return start === undefined ? 1 : readTag(view, start);
  } catch (error) {
    if (error instanceof RangeError) return 1;
    throw error;
  }
}

/** Returns the offset of the TIFF header in the EXIF segment. */
function findExif(view: DataView): number | undefined {
  for (let at = 2; view.getUint8(at) === 0xff; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint8(at + 1);
    if (marker === START_OF_SCAN) return undefined;
    if (marker === APP1 && view.getUint32(at + 4) === EXIF) return at + 10;
  }
  return undefined;
}

function readTag(view: DataView, start: number): number {
  const isLittleEndian = view.getUint16(start) === 0x4949;
  const directory = start + view.getUint32(start + 4, isLittleEndian);
  const entries = view.getUint16(directory, isLittleEndian);
  for (let index = 0; index < entries; index++) {
    const entry = directory + 2 + index * 12;
    if (view.getUint16(entry, isLittleEndian) !== ORIENTATION) continue;
    const value = view.getUint16(entry + 8, isLittleEndian);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

const APP1 = 0xe1;
const START_OF_SCAN = 0xda;
const EXIF = 0x45786966;
const ORIENTATION = 0x0112;
