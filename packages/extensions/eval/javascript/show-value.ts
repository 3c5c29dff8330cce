import { inspect } from "node:util";

/** A value by content type. Images are in base64. */
export type Bundle = Record<string, string>;

const MOST_TEXT = 1 << 20;

/** Returns what shows a value: its text, and an image if it is one. */
export function bundleOf(value: unknown): Bundle {
  const image = imageOf(value);
  if (image) return image;
  const text = typeof value === "string" ? inspectText(value) : inspect(value, { depth: 4, maxArrayLength: 200 });
  return { "text/plain": text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}…` : text };
}

function inspectText(value: string): string {
  return value.length < MOST_TEXT ? inspect(value, { maxStringLength: null }) : value;
}

/** Returns what `display` shows: an object as JSON, an image as such, anything else as text. */
export function displayBundle(value: unknown): Bundle {
  const image = imageOf(value);
  if (image) return image;
  if (typeof value !== "object" || value === null) return { "text/plain": String(value) };
  const json = jsonOf(value);
  return {
    "text/plain": bundleOf(value)["text/plain"] ?? "",
    ...(json === undefined ? {} : { "application/json": json }),
  };
}

function jsonOf(value: object): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    // A cycle or a bigint: the text shows it.
    return undefined;
  }
}

function imageOf(value: unknown): Bundle | undefined {
  if (value instanceof Uint8Array) {
    const type = imageType(value);
    return type === undefined ? undefined : { [type]: Buffer.from(value).toString("base64") };
  }
  const { type, data, mimeType } = (value ?? {}) as { type?: unknown; data?: unknown; mimeType?: unknown };
  if (type !== "image" || typeof mimeType !== "string") return undefined;
  if (data instanceof Uint8Array) return { [mimeType]: Buffer.from(data).toString("base64") };
  return typeof data === "string" ? { [mimeType]: data } : undefined;
}

function imageType(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0x89 && bytes[1] === 0x50 && bytes[2] === 0x4e && bytes[3] === 0x47) return "image/png";
  return bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff ? "image/jpeg" : undefined;
}
