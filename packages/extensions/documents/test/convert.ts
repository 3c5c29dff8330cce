import { memorySource } from "../byte-source.ts";
import type { Format, FormatInput } from "../format.ts";

/** Converts a content in memory. */
export async function convert(format: Format, content: string | Uint8Array, more: Partial<FormatInput> = {}) {
  const source = memorySource(Buffer.from(content));
  return await format({ name: "file", source, member: undefined, lastLine: 2000, report: () => undefined, ...more });
}
