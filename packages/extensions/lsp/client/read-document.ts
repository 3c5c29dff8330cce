import { readFile, stat } from "node:fs/promises";
import { causedBy, LspError } from "../lsp-error.ts";

export const MOST_DOCUMENT_BYTES = 8 * 1024 * 1024;
const BOM = "\uFEFF";

/** A text file as a language server sees it, with what is needed to write it back. */
export interface DocumentText {
  /** Without a byte order mark. */
  readonly text: string;
  readonly hasBom: boolean;
}

/** Reads a file as UTF-8. Rejects if it is something else or too large, because edits would then damage it. */
export async function readDocument(path: string): Promise<DocumentText> {
  const stats = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    throw new LspError(
      "bad-argument",
      `${path}: ${cause.code === "ENOENT" ? "there is no such file" : cause.message}.`,
      {
        cause,
      },
    );
  });
  if (!stats.isFile()) throw new LspError("bad-argument", `${path} is not a file.`);
  if (stats.size > MOST_DOCUMENT_BYTES)
    throw new LspError("too-large", `${path} has ${stats.size} bytes: too large for a language server.`);
  const bytes = await readFile(path);
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw causedBy(cause, "bad-argument", `${path} is not UTF-8 text`);
  }
  const hasBom = text.startsWith(BOM);
  return { text: hasBom ? text.slice(BOM.length) : text, hasBom };
}

export function withBom(text: string, hasBom: boolean): string {
  return hasBom ? BOM + text : text;
}
