import { join } from "node:path";

/**
 * File names are bytes. In a text, each byte that is not part of valid UTF-8 is a single surrogate (U+DC80 to U+DCFF), so
 * that the text still names the file, also in a log.
 */
export function decodePath(bytes: Buffer): string {
  const text = bytes.toString("utf8");
  if (!text.includes("\ufffd")) return text;
  let path = "";
  for (let at = 0; at < bytes.length; ) {
    const length = characterLength(bytes, at);
    path += length > 0 ? bytes.toString("utf8", at, at + length) : String.fromCharCode(0xdc00 + (bytes[at] ?? 0));
    at += Math.max(1, length);
  }
  return path;
}

/** Returns the length of the character that begins here, or 0 if the bytes are not valid UTF-8. */
function characterLength(bytes: Buffer, at: number): number {
  for (let length = 1; length <= 4 && at + length <= bytes.length; length++) {
    const character = bytes.subarray(at, at + length);
    if (Buffer.from(character.toString("utf8")).equals(character)) return length;
  }
  return 0;
}

/** Returns the path as `node:fs` and git take it: the text itself, or its bytes where they are not valid UTF-8. */
export function encodePath(path: string): string | Buffer {
  if (path.isWellFormed()) return path;
  return Buffer.concat(
    [...path].map((character) => {
      const code = character.codePointAt(0) ?? 0;
      return code >= 0xdc80 && code <= 0xdcff ? Buffer.from([code - 0xdc00]) : Buffer.from(character);
    }),
  );
}

/** Returns the place of a recorded path on the disk. */
export function diskPath(root: string, path: string): string | Buffer {
  return encodePath(join(root, path));
}
