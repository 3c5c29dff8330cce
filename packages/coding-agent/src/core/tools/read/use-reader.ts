import { extname } from "node:path";
import type { AgentToolResult } from "@tau/agent";
import { errorText } from "../../error-text.ts";
import { ToolError } from "../tool-error.ts";
import type { FileReader, ReaderResult, ReaderSource } from "../tool-ports.ts";
import { renderEntries } from "./render-entries.ts";

const PATIENCE_MS = 60_000;

/** The first bytes of formats that are recognised by them. */
const SIGNATURES: readonly (readonly [string, string])[] = [
  ["%PDF-", "application/pdf"],
  ["PK\x03\x04", "application/zip"],
  ["\x1f\x8b", "application/gzip"],
  ["SQLite format 3\0", "application/vnd.sqlite3"],
];

/** Finds the reader for a content: one for its type, else one for its file extension. */
export function findReader(readers: readonly FileReader[], source: ReaderSource): FileReader | undefined {
  const type = (source.contentType ?? detectType(source.bytes))?.split(";")[0]?.trim().toLowerCase();
  const ending = extname(source.path.replace(/[?#].*$/, "")).toLowerCase();
  return (
    readers.find(({ contentTypes = [] }) => type !== undefined && contentTypes.some((each) => matches(each, type))) ??
    readers.find(({ extensions = [] }) => ending !== "" && extensions.some((each) => each.toLowerCase() === ending))
  );
}

function matches(pattern: string, type: string): boolean {
  const wanted = pattern.toLowerCase();
  return wanted.endsWith("/*") ? type.startsWith(wanted.slice(0, -1)) : wanted === type;
}

function detectType(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
  return SIGNATURES.find(([signature]) => head.startsWith(signature))?.[1];
}

export interface ReadByReader {
  readonly text: string;
  readonly images: AgentToolResult["content"];
}

/** Runs a reader. If it throws, does not return in time or returns nothing, throws an error that the model can read. */
export async function useReader(
  reader: FileReader,
  source: ReaderSource,
  signal: AbortSignal | undefined,
): Promise<ReadByReader> {
  const timeout = AbortSignal.timeout(reader.timeoutMs ?? PATIENCE_MS);
  const ended = signal ? AbortSignal.any([signal, timeout]) : timeout;
  const stopped = Promise.withResolvers<never>();
  const stop = () => stopped.reject(new Error("stopped"));
  ended.addEventListener("abort", stop, { once: true });
  if (ended.aborted) stop();
  try {
    const result = await Promise.race([(async () => await reader.read(source, { signal: ended }))(), stopped.promise]);
    return rendered(result);
  } catch (error) {
    throw signal?.aborted ? aborted(error) : failed(reader, source, timeout.aborted ? "timeout" : "error", error);
  } finally {
    ended.removeEventListener("abort", stop);
  }
}

function aborted(cause: unknown): ToolError {
  return new ToolError("aborted", "Operation aborted", { cause });
}

function failed(reader: FileReader, { path }: ReaderSource, how: "timeout" | "error", cause: unknown): ToolError {
  const seconds = (reader.timeoutMs ?? PATIENCE_MS) / 1000;
  const why = how === "timeout" ? `took more than ${seconds} s` : `failed: ${errorText(cause)}`;
  return new ToolError("not-readable", `Cannot read ${path}: the reader ${reader.name} ${why}.`, { cause });
}

function rendered({ text, pages = [], images = [], entries }: ReaderResult): ReadByReader {
  const paged = pages.map((page, index) => (pages.length > 1 ? `[Page ${index + 1}]\n${page}` : page));
  const listed = entries ? [renderEntries(entries)] : [];
  return {
    text: [...(text === undefined ? [] : [text]), ...paged, ...listed].join("\n\n"),
    images: images.map(({ bytes, mimeType }) => ({
      type: "image",
      data: Buffer.from(bytes).toString("base64"),
      mimeType,
    })),
  };
}
