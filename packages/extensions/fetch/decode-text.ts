export interface DecodedText {
  readonly text: string;
  /** Set if the declared charset could not be used. */
  readonly note?: string;
}

/** Decodes text by its byte order mark, the charset of the content type, or that of a meta element; else as UTF-8. */
export function decodeText(bytes: Uint8Array, contentType: string): DecodedText {
  const marked = bomCharset(bytes);
  const declared = marked ?? /charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType)?.[1] ?? metaCharset(bytes);
  if (declared === undefined) return { text: utf8(bytes) };
  try {
    return { text: new TextDecoder(declared).decode(bytes) };
  } catch {
    return { text: utf8(bytes), note: `The charset ${declared.slice(0, 40)} is unknown; read as UTF-8.` };
  }
}

/** Decodes UTF-8. Bytes that are not UTF-8 come from older pages without a declaration, which are in windows-1252. */
function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const text = new TextDecoder("utf-8").decode(bytes);
    const broken = text.split("\ufffd").length - 1;
    // A cut or damaged UTF-8 text has a few wrong bytes; a text in another charset has them everywhere.
    const others = text.length - broken - text.replace(/[\u0080-\uffff]/g, "").length;
    return broken <= others ? text : new TextDecoder("windows-1252").decode(bytes);
  }
}

function bomCharset([a, b, c]: Uint8Array): string | undefined {
  if (a === 0xef && b === 0xbb && c === 0xbf) return "utf-8";
  if (a === 0xff && b === 0xfe) return "utf-16le";
  return a === 0xfe && b === 0xff ? "utf-16be" : undefined;
}

const HEAD_BYTES = 2048;

function metaCharset(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString("latin1");
  return /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1] ?? xmlEncoding(head);
}

function xmlEncoding(head: string): string | undefined {
  return /^\s*<\?xml[^>]{0,200}encoding\s*=\s*["']([\w-]+)/i.exec(head)?.[1];
}
