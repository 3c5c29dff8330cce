import { onlyBase64 } from "./base64.ts";

export interface ITerm2Options {
  /** Cells, `Npx`, `N%` or `auto`. */
  width?: number | string;
  height?: number | string;
  name?: string;
  preserveAspectRatio?: boolean;
  /** Default: true; otherwise the terminal offers the image for download. */
  inline?: boolean;
}

export function encodeITerm2(base64Data: string, options: ITerm2Options = {}): string {
  const data = onlyBase64(base64Data);
  const fields = [`inline=${options.inline === false ? 0 : 1}`, `size=${Buffer.byteLength(data, "base64")}`];
  if (isExtent(options.width)) fields.push(`width=${options.width}`);
  if (isExtent(options.height)) fields.push(`height=${options.height}`);
  if (options.name) fields.push(`name=${Buffer.from(options.name).toString("base64")}`);
  if (options.preserveAspectRatio === false) fields.push("preserveAspectRatio=0");
  return `\x1b]1337;File=${fields.join(";")}:${data}\x07`;
}

function isExtent(value: number | string | undefined): boolean {
  return value !== undefined && /^(?:[\d.]+(?:px|%)?|auto)$/.test(`${value}`);
}
