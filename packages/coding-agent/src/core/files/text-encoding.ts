export type TextEncoding = "utf-8" | "utf-16le" | "utf-16be" | "latin1";

/** A file's text, with what is needed to write it back in the same encoding. */
export interface DecodedText {
  readonly text: string;
  readonly encoding: TextEncoding;
  readonly hasByteOrderMark: boolean;
}

/**
 * Decodes a file. UTF-16 is recognised only by its byte order mark. Invalid UTF-8 is decoded as Latin-1, so that it can
 * be written back.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const encoding = detectEncoding(bytes);
  const decoded = decode(bytes, encoding);
  if (decoded === undefined) {
    return { text: Buffer.from(bytes).toString("latin1"), encoding: "latin1", hasByteOrderMark: false };
  }
  const hasByteOrderMark = decoded.startsWith(BYTE_ORDER_MARK);
  return { text: hasByteOrderMark ? decoded.slice(1) : decoded, encoding, hasByteOrderMark };
}

/**
 * Encodes text for writing. Returns a string for UTF-8, so that remote operations need not handle encodings, and
 * `undefined` if the encoding cannot represent one of the characters.
 */
export function encodeText({ text, encoding, hasByteOrderMark }: DecodedText): string | Buffer | undefined {
  const whole = hasByteOrderMark ? BYTE_ORDER_MARK + text : text;
  if (encoding === "utf-8") return whole;
  if (encoding === "latin1") return NOT_LATIN1.test(whole) ? undefined : Buffer.from(whole, "latin1");
  const bytes = Buffer.from(whole, "utf16le");
  return encoding === "utf-16be" ? bytes.swap16() : bytes;
}

export function detectEncoding(bytes: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return "utf-8";
}

function decode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const BYTE_ORDER_MARK = "\ufeff";
const NOT_LATIN1 = /[^\x00-\xff]/;
