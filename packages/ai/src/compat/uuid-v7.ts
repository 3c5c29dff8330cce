let last = { time: -1, sequence: 0 };

/** Returns a UUID that sorts by creation time; UUIDs of the same millisecond sort in creation order. */
export function uuidv7(timestampMs: number = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const view = new DataView(bytes.buffer);
  // The sequence in the bytes after the time counts up; it starts low, so that it does not overflow.
  const sequence = timestampMs === last.time ? last.sequence + 1 : view.getUint16(6) & 0x7ff;
  last = { time: timestampMs, sequence };
  view.setUint32(0, Math.floor(timestampMs / 0x10000));
  view.setUint16(4, timestampMs % 0x10000);
  view.setUint16(6, 0x7000 | ((sequence >>> 14) & 0xfff));
  view.setUint16(8, 0x8000 | (sequence & 0x3fff));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
