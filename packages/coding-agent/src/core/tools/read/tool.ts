import { resolve } from "node:path";
import type { AgentTool, AgentToolResult } from "@tau/agent";
import { decodeText, isBinary } from "../../files/index.ts";
import { detectImageType, type ImageResizeOptions } from "../../images/index.ts";
import { formatSize, type TruncationResult, withoutContent } from "../../output/index.ts";
import { type BuiltinToolDefinition, defineBuiltinTool, textResult } from "../builtin-tool.ts";
import { decorateLines } from "../decorate-lines.ts";
import { pathVariants } from "../existing-path.ts";
import { fileError } from "../file-error.ts";
import { resolveToCwd } from "../path.ts";
import type { SummarizedFiles } from "../summarized-files.ts";
import { throwIfAborted } from "../throw-if-aborted.ts";
import { ToolError } from "../tool-error.ts";
import type { DecoratedLine, ToolPortsSource } from "../tool-ports.ts";
import { isOwnUrl } from "../urls/is-own-url.ts";
import { locateUrl, type UrlSources, unknownUrl } from "../urls/locate-url.ts";
import { findRegistered, type RegisteredUrl, readRegistered } from "../urls/registered-url.ts";
import type { UrlCall, UrlContent } from "../urls/url-scheme.ts";
import { description, prompt } from "./description.ts";
import { localReadOperations, type ReadOperations } from "./operations.ts";
import { parameters, type ReadToolInput } from "./parameters.ts";
import { selectLines } from "./read-text.ts";
import { type LineRange, type PathWithRange, parseSelector } from "./selector.ts";
import type { ReadByReader } from "./use-reader.ts";

export type { ReadToolInput };
export type ReadTool = AgentTool<typeof parameters, ReadToolDetails | undefined>;

export interface ReadToolDetails {
  truncation?: TruncationResult;
  /** The URL of a source that is not a file; the fields below come from its scheme. */
  url?: string;
  contentType?: string;
  notes?: readonly string[];
  immutable?: boolean;
  /** Present if the result is a summary: the lines and regions of the file that it leaves out. */
  summary?: { elidedLines: number; elidedRegions: number };
}

export interface ReadToolOptions {
  /** Default true. */
  autoResizeImages?: boolean;
  /** Whether the result of an image has the image, or only what it is. Default `attach`. */
  images?: "attach" | "metadata";
  /** Default: 2000 by 2000 pixels, and a size in bytes that every provider accepts. */
  resizeOptions?: ImageResizeOptions;
  /** Returns the image limits of the current model, which take precedence. */
  modelLimits?: () => ImageResizeOptions;
  operations?: ReadOperations;
  /** Sources of `artifact://<id>` and `skill://<name>` URLs. */
  urls?: UrlSources | undefined;
  ports?: ToolPortsSource | undefined;
  /** Loads the readers that batteries provide. */
  wakeReaders?: (() => Promise<void>) | undefined;
  /** Source files with at least this many lines are shown as a summary, unless a range is read. Default 0: never. */
  summarizeFrom?: number;
  /** Filled with the files that were shown as a summary. */
  summarized?: SummarizedFiles;
}

export function createReadTool(cwd: string, options: ReadToolOptions = {}): ReadTool {
  const operations = options.operations ?? localReadOperations;
  return {
    name: "read",
    label: "read",
    description,
    parameters,
    replay: "safe",
    async execute(_id, { path, offset, limit }, signal, onUpdate) {
      throwIfAborted(signal);
      const report = (progress: string) => onUpdate?.(textResult(progress, undefined));
      const asked = { path, offset, limit, signal, report };
      const files = withMemory(operations);
      const read = await readByOpening(asked, cwd, files, options);
      if (read) return await readerResult(read, { ...asked, ...read }, operations, options);
      const { found, ...range } = await open(path, cwd, files, options.urls, signal);
      throwIfAborted(signal);
      const selection = { ...asked, offset: offset ?? range.offset, limit: limit ?? range.limit };
      return await resultOf(found, selection, operations, options);
    },
  };
}

/** The raw content at a path or behind a URL. */
interface Found extends UrlContent {
  readonly bytes: Buffer;
  /** Absent if the source is not a file. */
  readonly absolutePath?: string;
  readonly url?: string;
  /** The name of a file within a file. */
  readonly name?: string;
  /** The part of it that is wanted. */
  readonly member?: string | undefined;
}

interface Selection extends LineRange {
  readonly path: string;
  readonly signal: AbortSignal | undefined;
  readonly report: (progress: string) => void;
  readonly isPartial?: boolean | undefined;
}

/** Returns operations for one call, which ask another machine only once whether a file exists. */
function withMemory(operations: ReadOperations): ReadOperations {
  const { examine, download, access } = operations;
  if (!examine || !download) return operations;
  const seen = new Map<string, boolean>();
  return {
    ...operations,
    examine: async (path) => {
      const found = await examine(path);
      seen.set(path, found?.kind === "file");
      return found;
    },
    access: async (path) => {
      if (seen.get(path) === true) return;
      const isOther = seen.get(path) === false && [...seen.values()].includes(true);
      if (isOther) throw Object.assign(new Error(`ENOENT: ${path}`), { code: "ENOENT" });
      await access(path);
    },
  };
}

/** Reads a path through a reader that opens files itself. */
async function readByOpening(
  asked: Selection,
  cwd: string,
  { examine, download }: ReadOperations,
  { ports, urls, wakeReaders }: ReadToolOptions,
) {
  if (!ports || !examine || isOwnUrl(asked.path) || findRegistered(asked.path, urls)) return undefined;
  const { readByReader } = await import("./read-by-reader.ts");
  const wake = async () => await wakeReaders?.();
  const readers = () => ports()?.readers ?? [];
  return await readByReader(asked, cwd, { readers, wake }, { examine, ...(download && { download }) });
}

async function readerResult(
  { text, images, notes, content, isPartial }: ReadByReader,
  selection: Selection,
  operations: ReadOperations,
  options: ReadToolOptions,
  source: Partial<Found> = {},
): Promise<ReadResult> {
  const { absolutePath: _converted, ...place } = source;
  if (content) {
    const { bytes, name, member } = content;
    const found = { ...place, notes, bytes: Buffer.from(bytes), name, member };
    return await resultOf(found, selection, operations, options);
  }
  const allNotes = [...(place.notes ?? []), ...notes];
  const found = { ...place, ...(allNotes.length > 0 && { notes: allNotes }), bytes: Buffer.from(text) };
  const result = textOf(found, { ...selection, isPartial }, options);
  return { ...result, content: [...result.content, ...images] };
}

async function open(
  path: string,
  cwd: string,
  operations: ReadOperations,
  urls: UrlSources | undefined,
  signal: AbortSignal | undefined,
): Promise<LineRange & { readonly found: Found }> {
  const selected = parseSelector(path) ?? { path };
  const registered = findRegistered(selected.path, urls);
  if (registered) {
    const { path: url, isRaw, ...range }: PathWithRange = selected;
    const hasLineRange = range.offset !== undefined || range.limit !== undefined ? true : undefined;
    return { found: await readUrl(registered, url, { signal, isRaw, hasLineRange }), ...range };
  }
  // A file of the session itself is on this machine, wherever the tool reads other files.
  const own = locateByUrl(path, urls);
  const { absolutePath, ...range } = own ?? (await locate(path, cwd, operations));
  const bytes = await readFile(own ? localReadOperations : operations, absolutePath, path);
  return { found: { absolutePath, bytes }, ...range };
}

async function readUrl(registered: RegisteredUrl, url: string, call: UrlCall): Promise<Found> {
  const content = await readRegistered(registered, call);
  const { text, bytes, entries } = content;
  const listed = entries && (await import("./render-entries.ts")).renderEntries(entries);
  const immutable = content.immutable === true || registered.scheme.immutable === true;
  return { ...content, url, immutable, bytes: Buffer.from(bytes ?? text ?? listed ?? "") };
}

async function resultOf(
  found: Found,
  selection: Selection,
  operations: ReadOperations,
  options: ReadToolOptions,
): Promise<ReadResult> {
  const { bytes, absolutePath } = found;
  const read = await readThrough(found, selection, options);
  if (read) return await readerResult(read, selection, operations, options, { ...found, member: undefined });
  if (found.member !== undefined) throw partless(found, selection.path);
  const known = absolutePath === undefined ? undefined : await operations.detectImageMimeType?.(absolutePath);
  const imageType = known ?? detectImageType(bytes);
  if (imageType) {
    const { imageResult } = await import("./read-image.ts");
    return await imageResult(bytes, imageType, {
      resize: resizing(options),
      isMetadataOnly: options.images === "metadata",
    });
  }
  return (await summaryOf(found, selection, options)) ?? textOf(found, selection, options);
}

function partless({ name, member }: Found, path: string): ToolError {
  return new ToolError("not-found", `Cannot read ${path}: ${name} has no part ${member}.`);
}

/** Resolves to a summary in place of a whole source file that is long. */
async function summaryOf(
  { absolutePath, bytes }: Found,
  { path: given, offset, limit }: Selection,
  { summarizeFrom = 0, summarized }: ReadToolOptions,
): Promise<ReadResult | undefined> {
  if (absolutePath === undefined || isOwnUrl(given) || isBinary(bytes)) return undefined;
  summarized?.add({ absolutePath, isSummary: false });
  if (summarizeFrom <= 0 || offset !== undefined || limit !== undefined) return undefined;
  const { path, isRaw } = parseSelector(given) ?? { path: given };
  if (isRaw) return undefined;
  const { summarize } = await import("./summarize.ts");
  const summary = await summarize({ text: decodeText(bytes).text, path, minLines: summarizeFrom });
  if (!summary) return undefined;
  summarized?.add({ absolutePath, isSummary: true });
  const { text, ...elided } = summary;
  return textResult(text, { summary: elided });
}

const PDF = "%PDF-";

/** Reads a content in memory through a reader. The readers of batteries are loaded for what cannot be shown otherwise. */
async function readThrough(found: Found, selection: Selection, { ports, wakeReaders }: ReadToolOptions) {
  const { bytes, contentType, name, member } = found;
  const selected = parseSelector(selection.path);
  if (selected?.isRaw) return undefined;
  // A PDF may have no byte that a text has not.
  const isConverted = isBinary(bytes) || bytes.toString("latin1", 0, PDF.length) === PDF;
  if (found.absolutePath === undefined && isConverted && !detectImageType(bytes)) await wakeReaders?.();
  const readers = ports?.()?.readers ?? [];
  if (readers.length === 0) return undefined;
  const { findReader, useReader } = await import("./use-reader.ts");
  const path = name ?? selected?.path ?? selection.path;
  const source = { path, bytes, ...(contentType && { contentType }), ...(member !== undefined && { member }) };
  // What a scheme gives as text is already readable, whatever the URL ends with.
  const reader = findReader(readers, found.text === undefined ? source : { ...source, path: "" });
  const lastLine = Number.POSITIVE_INFINITY;
  return (
    reader && (await useReader(reader, async (call) => await reader.read(source, call), { ...selection, lastLine }))
  );
}

function resizing({ autoResizeImages, resizeOptions, modelLimits }: ReadToolOptions): ImageResizeOptions | false {
  return autoResizeImages === false ? false : { ...resizeOptions, ...modelLimits?.() };
}

export function createReadToolDefinition(
  cwd: string,
  options?: ReadToolOptions,
): BuiltinToolDefinition<typeof parameters, ReadToolDetails | undefined> {
  return defineBuiltinTool(createReadTool(cwd, options), prompt);
}

type ReadResult = AgentToolResult<ReadToolDetails | undefined>;

function textOf(found: Found, selection: Selection, options: ReadToolOptions): ReadResult {
  const { path } = selection;
  const { bytes, notes = [] } = found;
  if (isBinary(bytes)) {
    const size = formatSize(bytes.length);
    const how = /^https?:/.test(path) ? "Download it with bash (curl -o)" : "Use bash (file, xxd, strings)";
    throw new ToolError("binary", `${path} is a binary file (${size}). ${how} to inspect it.`);
  }
  const place = { path, ...(found.absolutePath !== undefined && !isOwnUrl(path) && { file: found.absolutePath }) };
  const decorate = (shown: string, first: number) => decorated(shown, first, place, options.ports);
  const range = { ...selection, isFile: found.absolutePath !== undefined };
  const { text, truncation } = selectLines(decodeText(bytes).text, range, decorate);
  const details = { ...urlDetails(found), ...(truncation && { truncation: withoutContent(truncation) }) };
  // A text that goes on in notes needs no empty lines at its end.
  const said = notes.length > 0 ? text.trimEnd() : text;
  const whole = [said, ...notes.map((note) => `[${note}]`)].join("\n\n");
  return textResult(whole, Object.keys(details).length > 0 ? details : undefined);
}

function urlDetails({ url, contentType, notes, immutable }: Found): Omit<ReadToolDetails, "truncation"> {
  if (url === undefined) return {};
  return {
    url,
    ...(contentType !== undefined && { contentType }),
    ...(notes && notes.length > 0 && { notes }),
    ...(immutable && { immutable }),
  };
}

function decorated(
  text: string,
  first: number,
  place: Pick<DecoratedLine, "path" | "file">,
  ports: ToolPortsSource | undefined,
): string {
  if (!ports?.()?.decorators.length || text === "") return text;
  const end = text.endsWith("\n") ? "\n" : "";
  const lines = text.slice(0, text.length - end.length).split("\n");
  const numbered = lines.map((line, index) => ({ ...place, number: first + index, text: line }));
  return decorateLines(numbered, "read", ports).join("\n") + end;
}

async function readFile(operations: ReadOperations, absolutePath: string, path: string): Promise<Buffer> {
  try {
    return await operations.readFile(absolutePath);
  } catch (error) {
    throw fileError(error, path, "read");
  }
}

interface Location extends LineRange {
  readonly absolutePath: string;
}

/** Locates `artifact://3` or `skill://name/file.md:10-20`; returns `undefined` for any other text. */
function locateByUrl(given: string, urls: UrlSources | undefined): Location | undefined {
  const { path, ...range } = parseSelector(given) ?? { path: given };
  const absolutePath = locateUrl(path, urls);
  return absolutePath === undefined ? undefined : { absolutePath, ...range };
}

/** Finds the file by its name, by another spelling of it, or by the name before a line range. */
async function locate(path: string, cwd: string, operations: ReadOperations): Promise<Location> {
  const absolutePath = resolveToCwd(path, cwd);
  try {
    await operations.access(absolutePath);
    return { absolutePath };
  } catch (error) {
    const variants = pathVariants(absolutePath, resolve(cwd, path)).map((variant) => ({ absolutePath: variant }));
    const selected = parseSelector(path);
    const ranged = selected ? [{ ...selected, absolutePath: resolveToCwd(selected.path, cwd) }] : [];
    const found = await firstReadable([...variants, ...ranged], operations);
    if (found) return found;
    const url = unknownUrl(path, "read");
    if (url) throw url;
    const named = selected ? resolveToCwd(selected.path, cwd) : absolutePath;
    const suggestions = (await operations.suggest?.(named, cwd)) ?? [];
    throw missingFile(error, path, suggestions);
  }
}

async function firstReadable(candidates: readonly Location[], operations: ReadOperations) {
  for (const candidate of candidates) {
    const isReadable = await operations.access(candidate.absolutePath).then(
      () => true,
      () => false,
    );
    if (isReadable) return candidate;
  }
  return undefined;
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

function missingFile(error: unknown, path: string, suggestions: readonly string[]): unknown {
  const explained = fileError(error, path, "read");
  if (isCode(error, "ELOOP")) return explained;
  if (!(explained instanceof ToolError) || explained.code !== "not-found" || suggestions.length === 0) return explained;
  return new ToolError("not-found", `Cannot read ${path}: no such file. Did you mean ${suggestions.join(" or ")}?`, {
    cause: error,
  });
}
