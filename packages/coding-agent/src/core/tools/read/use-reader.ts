import { extname } from "node:path";
import type { AgentToolResult } from "@tau/agent";
import { errorText } from "../../error-text.ts";
import { ToolError } from "../tool-error.ts";
import type { FileReader, ReaderCall, ReaderResult, ReaderSource } from "../tool-ports.ts";
import { renderEntries } from "./render-entries.ts";

const PATIENCE_MS = 60_000;

/** The first bytes of formats that are recognised by them. */
const SIGNATURES: readonly (readonly [string, string])[] = [
  ["%PDF-", "application/pdf"],
  ["PK\x03\x04", "application/zip"],
  ["PK\x05\x06", "application/zip"],
  ["\x1f\x8b", "application/gzip"],
  ["\x28\xb5\x2f\xfd", "application/zstd"],
  ["SQLite format 3\0", "application/vnd.sqlite3"],
  ["PAR1", "application/vnd.apache.parquet"],
];

/** Types that only say how a content is packed: an extension such as `.docx` says more. */
const CONTAINERS: ReadonlySet<string | undefined> = new Set(["application/zip", "application/gzip"]);

/** Finds the reader for a content: one for its type, else one for its file extension. */
export function findReader(readers: readonly FileReader[], source: ReaderSource): FileReader | undefined {
  const type = (source.contentType ?? detectType(source.bytes))?.split(";")[0]?.trim().toLowerCase();
  const name = source.path.replace(/[?#].*$/, "").toLowerCase();
  const byType = () =>
    readers.find(({ contentTypes = [] }) => type !== undefined && contentTypes.some((each) => matches(each, type)));
  const byEnding = () =>
    extname(name) === ""
      ? undefined
      : readers.find(({ extensions = [] }) => extensions.some((each) => name.endsWith(each.toLowerCase())));
  return CONTAINERS.has(type) ? (byEnding() ?? byType()) : (byType() ?? byEnding());
}

function matches(pattern: string, type: string): boolean {
  const wanted = pattern.toLowerCase();
  return wanted.endsWith("/*") ? type.startsWith(wanted.slice(0, -1)) : wanted === type;
}

/** Returns the type that the first bytes of a content tell. */
export function detectType(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
  return SIGNATURES.find(([signature]) => head.startsWith(signature))?.[1];
}

export interface ReadByReader extends Pick<ReaderResult, "content" | "isPartial"> {
  readonly text: string;
  readonly images: AgentToolResult["content"];
  readonly notes: readonly string[];
}

interface ReaderTask {
  /** The path that the model gave, for errors. */
  readonly path: string;
  readonly signal?: AbortSignal | undefined;
  readonly lastLine: number;
  readonly report: (progress: string) => void;
}

/**
 * Runs a reader. If it throws or does not return in time, throws an error that the model can read. Resolves to `undefined` if the content is
 * not of the reader's kind.
 */
export async function useReader(
  reader: FileReader,
  read: (call: ReaderCall) => Promise<ReaderResult | undefined>,
  { path, signal, lastLine, report }: ReaderTask,
): Promise<ReadByReader | undefined> {
  const timeout = AbortSignal.timeout(reader.timeoutMs ?? PATIENCE_MS);
  const ended = signal ? AbortSignal.any([signal, timeout]) : timeout;
  const stopped = Promise.withResolvers<never>();
  const stop = () => stopped.reject(new Error("stopped"));
  ended.addEventListener("abort", stop, { once: true });
  if (ended.aborted) stop();
  try {
    const result = await Promise.race([read({ signal: ended, lastLine, report }), stopped.promise]);
    return result && rendered(result);
  } catch (error) {
    throw signal?.aborted ? aborted(error) : failed(reader, path, timeout.aborted ? "timeout" : "error", error);
  } finally {
    ended.removeEventListener("abort", stop);
  }
}

export function aborted(cause: unknown): ToolError {
  return new ToolError("aborted", "Operation aborted", { cause });
}

function failed(reader: FileReader, path: string, how: "timeout" | "error", cause: unknown): ToolError {
  const seconds = (reader.timeoutMs ?? PATIENCE_MS) / 1000;
  const why = how === "timeout" ? `that took more than ${seconds} s` : errorText(cause).replace(/\.$/, "");
  return new ToolError("not-readable", `Cannot read ${path}: ${why} (reader: ${reader.name}).`, { cause });
}

function rendered({ text, pages = [], images = [], entries, notes = [], ...rest }: ReaderResult): ReadByReader {
  const paged = pages.map((page, index) => (pages.length > 1 ? `[Page ${index + 1}]\n${page}` : page));
  const listed = entries ? [renderEntries(entries)] : [];
  return {
    ...rest,
    notes,
    text: [...(text === undefined ? [] : [text]), ...paged, ...listed].join("\n\n"),
    images: images.map(({ bytes, mimeType }) => ({
      type: "image",
      data: Buffer.from(bytes).toString("base64"),
      mimeType,
    })),
  };
}
